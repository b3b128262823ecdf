function doc = urdf_xml (text, file)
%URDF_XML  The elements of an XML text as lists; element 1 is the outermost one.
%     name, line   of each element: cell, row
%     words, values   its attributes: cells of cells
%     children     numbers of the elements in it: cell of rows
%     file         as given, for messages
%   Read are tags with attributes in quotes of both kinds, comments, CDATA, entities, declarations and
%   processing instructions; what stands between the tags is left out. A text that is not well formed
%   is an error, geoms:urdf:syntax.

most = sum (text == '<');
doc = struct ('name', {cell(1, most)}, 'line', zeros (1, most), 'words', {cell(1, most)}, ...
    'values', {cell(1, most)}, 'children', {cell(1, most)}, 'file', file);
parent = zeros (1, most);
marks = marks_of (text);
lines = find (text == 10);
now = 0;      % the element that is open
count = 0;
at = 1;
while true
    from = marks.open(find (marks.open >= at, 1));
    if isempty (from)
        break
    end
    line = 1 + sum (lines < from);
    check_between (text(at:from - 1), now, count, file, line);
    at = token_end (text, from, marks, now, file, line) + 1;
    tag = text(from + 1:at - 2);
    if strncmp (tag, '!', 1) || strncmp (tag, '?', 1)
        continue
    elseif strncmp (tag, '/', 1)
        now = closed (doc, parent, now, strtrim (tag(2:end)), line);
        continue
    end
    if now == 0 && count > 0
        urdf_fail (file, line, 'geoms:urdf:syntax', ['the outermost element <%s> is closed above; ', ...
            'nothing may follow it.'], doc.name{1});
    end
    count = count + 1;
    empty = ~isempty (tag) && tag(end) == '/';
    [doc.name{count}, doc.words{count}, doc.values{count}] = urdf_tag (tag(1:end - empty), file, ...
        line);
    doc.line(count) = line;
    parent(count) = now;
    if ~empty
        now = count;
    end
end
check_end (doc, text, at, now, count, 1 + numel (lines));
doc = shortened (doc, parent, count);

end

% where tags begin, and what may end or quote something
function marks = marks_of (text)
marks = struct ('open', find (text == '<'), 'special', ...
    find (text == '<' | text == '>' | text == '"' | text == ''''), 'comment', ...
    strfind (text, '-->'), 'data', strfind (text, ']]>'), 'instruction', strfind (text, '?>'));
end

function check_between (between, now, count, file, line)
if now == 0 && ~all (isspace (between))
    where = 'above the first element';
    if count > 0
        where = 'below the outermost element';
    end
    urdf_fail (file, line, 'geoms:urdf:syntax', 'there is text %s: this is no XML.', where);
end
end

% the last character of what begins at `from`
function to = token_end (text, from, marks, now, file, line)
head = text(from:min (from + 8, end));
if strncmp (head, '<!--', 4)
    to = next (marks.comment, from + 4, 3, 'a comment <!-- ends nowhere with -->', file, line);
elseif strcmp (head, '<![CDATA[')
    if now == 0
        urdf_fail (file, line, 'geoms:urdf:syntax', 'CDATA stands outside of all elements.');
    end
    to = next (marks.data, from + 9, 3, 'CDATA ends nowhere with ]]>', file, line);
elseif strncmp (head, '<?', 2)
    to = next (marks.instruction, from + 2, 2, 'an instruction <? ends nowhere with ?>', file, line);
else
    to = tag_end (text, from, marks.special, strncmp (head, '<!', 2), file, line);
end
end

function to = next (list, from, long, what, file, line)
to = list(find (list >= from, 1)) + long - 1;
if isempty (to)
    urdf_fail (file, line, 'geoms:urdf:syntax', '%s.', what);
end
end

% the > that is in no quotes; a declaration <!DOCTYPE ... [<! ...>]> has others inside
function to = tag_end (text, from, special, declaration, file, line)
quote = ' ';
depth = 1;
for to = special(find (special > from, 1):end)
    c = text(to);
    if quote ~= ' '
        if c == '<' && ~declaration
            break
        elseif c == quote
            quote = ' ';
        end
    elseif c == '"' || c == ''''
        quote = c;
    elseif c == '<' && ~declaration
        break
    else
        depth = depth + (c == '<') - (c == '>');
        if depth == 0
            return
        end
    end
end
urdf_fail (file, line, 'geoms:urdf:syntax', ['the tag ''%s'' is not closed: a > or a quote is ', ...
    'missing.'], strtok (text(from:min (from + 30, end))));
end

function now = closed (doc, parent, now, name, line)
if now == 0
    urdf_fail (doc.file, line, 'geoms:urdf:syntax', '</%s> closes what has not been opened.', name);
elseif ~strcmp (name, doc.name{now})
    urdf_fail (doc.file, line, 'geoms:urdf:syntax', ['</%s> stands where </%s> must, which closes ', ...
        'line %d.'], name, doc.name{now}, doc.line(now));
end
now = parent(now);
end

function check_end (doc, text, at, now, count, line)
if now > 0
    urdf_fail (doc.file, line, 'geoms:urdf:syntax', ['the file ends, and <%s> of line %d is not ', ...
        'closed.'], doc.name{now}, doc.line(now));
end
check_between (text(at:end), now, count, doc.file, line);
if count == 0
    urdf_fail (doc.file, line, 'geoms:urdf:syntax', 'there is no element: this is no XML.');
end
end

function doc = shortened (doc, parent, count)
doc.name = doc.name(1:count);
doc.line = doc.line(1:count);
doc.words = doc.words(1:count);
doc.values = doc.values(1:count);
doc.children = cell (1, count);
if count > 1
    doc.children = reshape (accumarray (parent(2:count)', (2:count)', [count, 1], ...
        @(list) {sort(list)'}), 1, []);
end
doc.children(cellfun ('isempty', doc.children)) = {zeros(1, 0)};    % rows: for runs over columns
end
