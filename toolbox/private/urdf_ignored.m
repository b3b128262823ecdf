function lines = urdf_ignored (doc)
%URDF_IGNORED  What stands in a file and is not known, a text for each: it may be a slip of the pen.
%   Nothing is said of elements that have no bearing on the motion (material, collision, gazebo, ...), of
%   what stands in them, and of attributes of other tools (with a colon).

lines = cell (1, 0);
stack = 1;
while ~isempty (stack)
    of = stack(end);
    stack(end) = [];
    [children, attributes] = urdf_words (doc.name{of});
    unknown = setdiff (doc.words{of}, attributes);
    unknown = unknown(cellfun (@(word) ~any (word == ':') && ~strcmp (word, 'xmlns'), unknown));
    for word = reshape (unknown, 1, [])
        lines{end + 1} = sprintf ('line %d, ''%s'' of <%s>', doc.line(of), word{1}, ...
            doc.name{of}); %#ok<AGROW>
    end
    for at = doc.children{of}
        if ~any (strcmp (doc.name{at}, children))
            lines{end + 1} = sprintf ('line %d, <%s> in <%s>', doc.line(at), doc.name{at}, ...
                doc.name{of}); %#ok<AGROW>
        elseif ~isempty (is_read (doc.name{at}))
            stack(end + 1) = at; %#ok<AGROW>
        end
    end
end

end

function attributes = is_read (name)
[children, attributes] = urdf_words (name);
attributes = [attributes, children];
end
