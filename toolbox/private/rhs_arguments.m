function [t, y] = rhs_arguments (e, t, y)
%RHS_ARGUMENTS  Times and columns y for the functions of GEOMSRHS, checked, as full doubles.

if ~isnumeric (t) || ~isreal (t) || ~isnumeric (y) || ~isreal (y)
    error ('geoms:rhs:type', 't and y must be real numbers, not %s and %s.', ...
        check_described (t), check_described (y));
end
ny = numel (e.rows_of_y);
if size (y, 1) ~= ny || ndims (y) > 2
    error ('geoms:rhs:size', ['y has the size %s; it must have %d rows, one column for each ', ...
        'time%s.'], mat2str (size (y)), ny, transposed (y, ny));
end
if numel (t) ~= 1 && numel (t) ~= size (y, 2)
    error ('geoms:rhs:size', 't has %d times for %d columns of y.', numel (t), size (y, 2));
end
t = double (full (t(:).'));
y = double (full (y));

end

function text = transposed (y, ny)
text = '';
if size (y, 2) == ny
    text = ': give y.''';
end
end
