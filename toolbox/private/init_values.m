function [sys, x, given] = init_values (sys, t, x0, measured)
%INIT_VALUES  Initial values as a vector, and the system with all its sizes.
%   x0 is a struct with the fields p, v (default 0) and others, or, except in the mechanical form,
%   the vector [w; lambda; mu; r; v; s; p]. Of w, lambda and mu NaN means 'not known, to be
%   computed'; this is also what they are if they are not given, while r and s are 0 then. given is true
%   for what x0 has. measured: true where the sizes are known already and nothing is called.

measured = nargin > 3 && measured;
if isstruct (x0) && numel (x0) == 1
    [sys, x] = from_struct (sys, t, x0, measured);
elseif sys_by_name (sys)
    error ('geoms:x0:vector', ['The initial values of this system must be a ', ...
        'struct, struct (''p'', p0, ''v'', v0): a vector would be read as [lambda; v; p].']);
else
    x = from_vector (sys, x0);
    sys = measure (sys, t, x, measured);
end
given = ~isnan (x);
if isstruct (x0)
    index = sys.index;
    given(:) = false;
    for name = fieldnames (x0)'
        at = index.(name{1});
        given(at) = ~isnan (x(at));
    end
end

end

function [sys, x] = from_struct (sys, t, x0, measured)
if ~isfield (x0, 'p') && ~isequal (sys.dims.np, 0)
    error ('geoms:x0:missing', ['The initial values need the field p: ', ...
        'struct (''p'', p0, ''v'', v0).']);
end
names = {'w', 'lambda', 'mu', 'r', 'v', 's', 'p'};
fields = fieldnames (x0);
for i = 1:numel (fields)
    if ~any (strcmp (fields{i}, names))
        error ('geoms:x0:name', 'The initial values have an unknown field ''%s''. %s', ...
            fields{i}, check_nearest (fields{i}, names));
    end
    value = x0.(fields{i});
    if ~(isa (value, 'double') && isreal (value) && ~issparse (value) && all (isfinite (value(:))))
        value = column (value, fields{i}, any (strcmp (fields{i}, {'w', 'lambda', 'mu'})));
    end
    x0.(fields{i}) = value(:);
end
if measured
    x = assemble (sys, x0);
elseif strcmp (sys.form, 'mechanical')
    sys = sys_measure (sys, t, x0, @(n) zeros (n, 1));
    x = assemble (sys, x0);
else
    sys.index = sys_index (sys.dims);
    x = assemble (sys, x0);
    sys = measure (sys, t, x, false);
end
end

function sys = measure (sys, t, x, measured)
if strcmp (sys.form, 'residual') && ~measured
    sys = sys_measure (sys, t, x);
end
end

function x = assemble (sys, x0)
index = sys.index;
x = zeros (sys_unknowns (sys.dims), 1);
x([index.w, index.lambda, index.mu]) = NaN;
fields = fieldnames (x0);
for i = 1:numel (fields)
    at = index.(fields{i});
    if numel (x0.(fields{i})) ~= numel (at)
        check_count (fields{i}, numel (x0.(fields{i})), numel (at));
    end
    x(at) = x0.(fields{i});
end
end

function x = from_vector (sys, x0)
n = sys_unknowns (sys.dims);
if numel (x0) ~= n
    error ('geoms:x0:size', ['The initial values have %d components; [w; lambda; mu; r; v; ', ...
        's; p] has %d.'], numel (x0), n);
end
x = column (x0, 'x0', true);
index = sys_index (sys.dims);
column (x([index.r, index.v, index.s, index.p]), 'r, v, s, p', false);
end

function value = column (value, name, may_be_unknown)
if ~isnumeric (value) || ~isreal (value) || ~(all (isfinite (value(:))) ...
        || (may_be_unknown && ~any (isinf (value(:)))))
    error ('geoms:x0:value', 'The initial values of %s must be real and finite numbers.', name);
end
value = double (full (value(:)));
end

function check_count (name, found, expected)
if found ~= expected
    error ('geoms:x0:size', 'The initial values of %s have %d components; they must have %d.', ...
        name, found, expected);
end
end
