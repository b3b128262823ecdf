function [name, words, values] = urdf_tag (tag, file, line)
%URDF_TAG  Name and attributes of a tag, the text between < and > of 'link name="arm"'.

[name, rest] = strtok (tag, sprintf (' \t\r\n'));
if isempty (regexp (name, '^[^\s\d<>=''/&;.-][^\s<>=''/&;]*$', 'once')) || strncmp (tag, ' ', 1)
    urdf_fail (file, line, 'geoms:urdf:syntax', 'there is no name in the tag <%s>.', ...
        tag(1:min (end, 30)));
end
[tokens, gaps] = regexp (rest, '([^\s="''<>]+)\s*=\s*("[^"]*"|''[^'']*'')', 'tokens', 'split');
bad = find (~cellfun (@(gap) all (isspace (gap)), gaps), 1);
if ~isempty (bad)
    urdf_fail (file, line, 'geoms:urdf:syntax', ['attributes are name="value"; ''%s'' in <%s> is ', ...
        'none.'], strtrim (gaps{bad}(1:min (end, 40))), name);
end
words = cellfun (@(pair) pair{1}, tokens, 'UniformOutput', false);
values = cell (size (words));
for i = 1:numel (words)
    if any (strcmp (words{i}, words(1:i - 1)))
        urdf_fail (file, line, 'geoms:urdf:syntax', '<%s> has the attribute ''%s'' twice.', name, ...
            words{i});
    end
    values{i} = urdf_entities (tokens{i}{2}(2:end - 1), file, line);
end

end
