function [names, text] = export_parameters (q)
%EXPORT_PARAMETERS  Names of all numbers in the parameters, {'q.L', 'q.k(2)'}, and statements in .m that
%   give them the values that they have.

[values, ~, leaves] = derive_leaves (q);
names = {};
text = '';
for leaf = leaves
    mine = values(numel (names) + (1:prod (leaf.size)));
    for k = 1:numel (mine)
        names{end + 1} = [leaf.name, place(leaf.size, k)]; %#ok<AGROW>
    end
    if isempty (mine)
        continue
    end
    value = matrix (reshape (mine, leaf.size(1), []));
    if numel (leaf.size) > 2
        value = sprintf ('reshape (%s, [%s])', value, strjoin (arrayfun (@number, leaf.size, ...
            'UniformOutput', false), ', '));
    end
    text = [text, broken(sprintf ('    %s = %s;\n', leaf.name, value))]; %#ok<AGROW>
end

end

function text = place (shape, k)
text = '';
if prod (shape) > 1 && numel (shape) == 2 && any (shape == 1)
    text = sprintf ('(%d)', k);
elseif prod (shape) > 1
    [at{1:numel(shape)}] = ind2sub (shape, k);
    text = sprintf ('%d,', at{:});
    text = ['(', text(1:end - 1), ')'];
end
end

function text = matrix (values)
rows = cell (size (values, 1), 1);
for i = 1:numel (rows)
    rows{i} = strjoin (arrayfun (@number, values(i, :), 'UniformOutput', false), ', ');
end
text = strjoin (rows', '; ');
if isempty (values)
    text = sprintf ('zeros (%d, %d)', size (values));
elseif numel (values) > 1
    text = ['[', text, ']'];
end
end

% lines of some 100 characters
function text = broken (text)
if numel (text) > 100
    text = regexprep (text, '(.{60,85}[,;]) ', sprintf ('$1 ...\n        '));
end
end

% the shortest that reads back
function text = number (value)
for digits = 15:17
    text = sprintf ('%.*g', digits, value);
    if str2double (text) == value
        return
    end
end
end
