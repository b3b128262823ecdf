function x = tree_numbers (value, count, name, where)
%TREE_NUMBERS  So many real and finite numbers as a column, or an error that names option and place.

if isa (value, 'double') && numel (value) == count && isreal (value) && ~issparse (value) ...
        && (count == 1 || max (size (value)) == count) && all (isfinite (value(:)))
    x = value(:);
    return
end
if ~(isnumeric (value) || islogical (value)) || ~isreal (value) || numel (value) ~= count ...
        || numel (value) ~= max (size (value)) || ~all (isfinite (value(:)))
    unit = 'real and finite numbers';
    if count == 1
        unit = 'real and finite number';
    end
    error ('geoms:tree:value', '%s: %s must be %d %s, not %s.', where, name, count, unit, ...
        check_described (value));
end
x = double (full (value(:)));

end
