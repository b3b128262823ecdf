function tol = opt_tolerance (sys, name, value)
%OPT_TOLERANCE  A tolerance for each unknown (n x 1) from a number, a vector or a struct.
%   NaN: AbsTol of a multiplier that is not given, which the core measures by the forces of the
%   system.

index = sys.index;
n = sys_unknowns (sys.dims);
persistent standard
if isempty (standard)
    standard = opt_complete (struct ());
end
tol = standard.(name) * ones (n, 1);
if strcmp (name, 'AbsTol')
    tol([index.lambda, index.mu]) = NaN;
end
if isstruct (value)
    fields = fieldnames (value);
    for i = 1:numel (fields)
        part = value.(fields{i});
        if ~isfield (index, fields{i})
            error ('geoms:options:name', ['%s has a field ''%s'', which is no block of ', ...
                'unknowns: these are w, lambda, mu, r, v, s, p.'], name, fields{i});
        end
        at = index.(fields{i});
        check_count (sprintf ('%s.%s', name, fields{i}), numel (part), numel (at));
        tol(at) = part(:);
    end
elseif ~isempty (value)
    check_count (name, numel (value), n);
    tol(:) = value(:);
end

end

function check_count (name, found, expected)
if found ~= 1 && found ~= expected
    error ('geoms:options:size', '%s has %d values; it must have one or %d.', name, found, ...
        expected);
end
end
