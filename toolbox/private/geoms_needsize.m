function geoms_needsize (name, y, expected, identifier)
%GEOMS_NEEDSIZE  Raises an error unless y, which the function `name` has returned, has this size.
%   geoms_needsize ('force', y, [2 1], 'geoms:system:size')

if ~isa (y, 'double')
    error (strrep (identifier, ':size', ':type'), ['The function ''%s'' returned an array of ', ...
        'class %s; it must return class double.'], name, class (y));
end
found = [size(y), ones(1, numel (expected) - ndims (y))];
expected = [expected, ones(1, ndims (y) - numel (expected))];
if any (found ~= expected)
    error (identifier, 'The function ''%s'' returned an array of size %s; it must return %s.', ...
        name, as_text (found), as_text (expected));
end

end

function text = as_text (sizes)
text = sprintf ('%d x ', sizes);
text = text(1:end - 3);
end
