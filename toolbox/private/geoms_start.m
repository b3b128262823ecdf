function [sys, x] = geoms_start (sys, t, x0)
%GEOMS_START  Initial values as a vector, and the system with all its sizes.
%   x0 is a struct with the fields p, v (default 0) and others, or, in the residual form only, the
%   vector [w; lambda; mu; r; v; s; p]. Multipliers that are not given are 0.

if isstruct (x0) && numel (x0) == 1
    sys = measure_from_struct (sys, t, x0);
    x = from_struct (sys, x0);
elseif strcmp (sys.form, 'mechanical')
    error ('geoms:x0:vector', ['The initial values of a system in mechanical form must be a ', ...
        'struct, struct (''p'', p0, ''v'', v0): a vector would be read as [lambda; v; p].']);
else
    x = from_vector (sys, x0);
    sys = geoms_measure (sys, t, x);
end

end

function sys = measure_from_struct (sys, t, x0)
if ~isfield (x0, 'p') && ~isequal (sys.dims.np, 0)
    error ('geoms:x0:missing', ['The initial values need the field p: ', ...
        'struct (''p'', p0, ''v'', v0).']);
end
if strcmp (sys.form, 'residual')
    sys.index = geoms_index (sys.dims);
    sys = geoms_measure (sys, t, from_struct (sys, x0));
    return
end
if isnan (sys.dims.np)
    sys.dims.np = numel (x0.p);
end
p = block (x0, 'p', sys.dims.np);
v = zeros (size (p));
if isfield (x0, 'v')
    v = block (x0, 'v', sys.dims.np);
end
sys = geoms_measure (sys, t, p, v);
end

function x = from_struct (sys, x0)
x = zeros (geoms_unknowns (sys.dims), 1);
fields = fieldnames (x0);
for i = 1:numel (fields)
    if ~isfield (sys.index, fields{i})
        error ('geoms:x0:name', 'The initial values have an unknown field ''%s''. %s', ...
            fields{i}, geoms_nearest (fields{i}, fieldnames (sys.index)));
    end
    at = sys.index.(fields{i});
    x(at) = block (x0, fields{i}, numel (at));
end
end

function x = from_vector (sys, x0)
n = geoms_unknowns (sys.dims);
if numel (x0) ~= n
    error ('geoms:x0:size', ['The initial values have %d components; [w; lambda; mu; r; v; ', ...
        's; p] has %d.'], numel (x0), n);
end
x = block (struct ('x0', x0), 'x0', n);
end

function value = block (x0, name, count)
value = x0.(name);
if ~isnumeric (value) || ~isreal (value) || ~all (isfinite (value(:)))
    error ('geoms:x0:value', 'The initial values of %s must be real and finite numbers.', name);
end
if numel (value) ~= count
    error ('geoms:x0:size', 'The initial values of %s have %d components; they must have %d.', ...
        name, numel (value), count);
end
value = double (full (value(:)));
end
