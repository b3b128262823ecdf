function found = run_selector_parts (value, dims, both, who)
%RUN_SELECTOR_PARTS  Rows that the user selects, a matrix or a struct, as full matrices found.p and found.v.
%   Those that are not given are empty. both: a matrix stands for p and v; else, with psi1, for p alone.
%   who: begins the sentence of an error.

found = struct ('p', zeros (0, dims.np), 'v', zeros (0, dims.nv));
if isnumeric (value) || islogical (value)
    if both && dims.np ~= dims.nv
        error ('geoms:selector:size', ['%s is one matrix for p and v, which needs np = nv; here np = %d ', ...
            'and nv = %d: give struct (''p'', Sp, ''v'', Sv).'], who, dims.np, dims.nv);
    end
    value = struct ('p', value, 'v', value);
    if ~both
        value = rmfield (value, 'v');
    end
elseif ~isstruct (value) || numel (value) ~= 1 || isempty (fieldnames (value)) ...
        || ~all (ismember (fieldnames (value), {'p', 'v'}))
    error ('geoms:selector:type', ['%s must be a matrix of rows, or a struct with the fields p and v, ', ...
        'not %s.'], who, check_described (value));
end
for name = fieldnames (value)'
    rows = value.(name{1});
    columns = size (found.(name{1}), 2);
    if isempty (rows)
        continue
    end
    if ~(isnumeric (rows) || islogical (rows)) || ~isreal (rows)
        error ('geoms:selector:type', '%s has for %s %s; it must be a real matrix.', who, name{1}, ...
            check_described (rows));
    elseif ndims (rows) ~= 2 || size (rows, 2) ~= columns %#ok<ISMAT>
        error ('geoms:selector:size', '%s has for %s %s; it must have %d columns, as many as %s has values.', ...
            who, name{1}, check_described (rows), columns, name{1});
    end
    found.(name{1}) = double (full (rows));
end
if isempty (found.p) && isempty (found.v)
    error ('geoms:selector:type', '%s has no rows for p nor for v: leave it out.', who);
end

end
