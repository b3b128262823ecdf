function check_size (name, y, expected, identifier, k)
%CHECK_SIZE  Raises an error unless y, which the function `name` has returned, has this size.
%   check_size ('force', y, [2 1], 'geoms:system:size')
%   check_size ('force', y, [2 k], 'geoms:system:size', k)    for k points at once

if ~isa (y, 'double')
    error (strrep (identifier, ':size', ':type'), ['The function ''%s'' returned an array of ', ...
        'class %s; it must return class double.'], name, class (y));
end
found = [size(y), ones(1, numel (expected) - ndims (y))];
expected = [expected, ones(1, ndims (y) - numel (expected))];
if any (found ~= expected)
    why = '';
    if nargin > 4 && k > 1
        why = sprintf ([' With ''vectorized'' it is called for many points at once, here for %d: it ', ...
            'must return one column (of a matrix: one page) for each.'], k);
    end
    if numel (found) == 2 && found(1) == 1 && found(2) > 1 && expected(2) == 1
        why = sprintf (' That is a row: write a column, [a; b], of %d.', found(2));
    end
    error (identifier, 'The function ''%s'' returned an array of size %s; it must return %s.%s', ...
        name, as_text (found), as_text (expected), why);
end

end

% without pages of one
function text = as_text (sizes)
sizes = sizes(1:max ([2, find(sizes ~= 1, 1, 'last')]));
text = sprintf ('%d x ', sizes);
text = text(1:end - 3);
end
