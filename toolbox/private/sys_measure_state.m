function [sys, at] = sys_measure_state (sys, t, given, fill)
%SYS_MEASURE_STATE  All sizes of a system in mechanical form, and a state by name.
%   given   struct with those of p, v, r, w, s, lambda, mu that are known, as columns
%   fill    fill (n) is put in the place of those that are not; NaN becomes 0
%   Sizes that are not known come from the given values, or from calling the functions.

sys.dims = sizes_from (sys, given);
check_few (sys.dims, sys_may_be_large (sys));
check_sizes (sys);
names = {'p', 'r', 'w', 's'};
for i = 1:4
    at.(names{i}) = value_of (given, names{i}, fill, sys.dims.(['n', names{i}]));
end
if ~isfield (sys.functions, 'model')
    sys.dims = sizes_by_calling (sys, t, at, given, fill);
end
at.v = value_of (given, 'v', fill, sys.dims.nv);
at.lambda = value_of (given, 'lambda', @(n) zeros (n, 1), sys.dims.nl);
at.mu = value_of (given, 'mu', @(n) zeros (n, 1), sys.dims.nm);

end

function dims = sizes_from (sys, given)
dims = sys.dims;
names = {'p', 'v', 'r', 'w', 's'};
for i = reshape (find (isfield (given, names)), 1, [])
    field = ['n', names{i}];
    if isnan (dims.(field))
        dims.(field) = numel (given.(names{i}));
    end
end
if isfield (sys.functions, 'kinematics')
    return
elseif ~isfield (sys.functions, 'model') && abs (dims.np - dims.nv) > 0
    error ('geoms:x0:size', ['The initial values of p have %d components and those of v have %d; ', ...
        'this needs ''kinematics'', @(t,p) Z (np x nv) in p'' = Z v.'], dims.np, dims.nv);
elseif ~isfield (sys.functions, 'model') || isnan (dims.np)
    dims.np = max (dims.np, dims.nv);
end
if isnan (dims.nv)
    dims.nv = dims.np;
end
end

% what z consists of cannot be found by calling
function check_sizes (sys)
names = {'nr', 'r', 'dynamics'; 'nw', 'w', 'auxiliary'; 'ns', 's', 'contact'};
for i = 1:3
    if isnan (sys.dims.(names{i, 1})) && ~isfield (sys.functions, 'model')
        error ('geoms:system:missing', ['The size of %s, which ''%s'' needs, is not known: ', ...
            'give ''dims'', struct (''%s'', ...), or the field %s of the initial values.'], ...
            names{i, [2 3 1 2]});
    end
end
end

function dims = sizes_by_calling (sys, t, at, given, fill)
dims = sys.dims;
z = struct ('r', at.r, 'w', at.w, 's', at.s, 'lambda', zeros (0, 1), 'mu', zeros (0, 1));
if isnan (dims.nv)
    dims.nv = size (call_user (sys, 'kinematics', t, at.p, z), 2);
end
v = value_of (given, 'v', fill, dims.nv);
if isnan (dims.nl)
    dims.nl = size (call_user (sys, 'constraint', t, at.p, z), 1);
end
z.lambda = value_of (given, 'lambda', @(n) zeros (n, 1), dims.nl);
list = {'nm', 'nonholonomic'; 'ni', 'invariant'; 'nc', 'condition'};
for i = 1:3
    if isnan (dims.(list{i, 1}))
        dims.(list{i, 1}) = size (call_user (sys, list{i, 2}, t, at.p, v, z), 1);
    end
    z.mu = value_of (given, 'mu', @(n) zeros (n, 1), dims.nm);
end
end

function value = value_of (given, name, fill, count)
if isfield (given, name)
    value = given.(name);
    value(isnan (value)) = 0;
    if numel (value) ~= count && ~isnan (count)
        error ('geoms:x0:size', ['The initial values of %s have %d components; they must have ', ...
            '%d.'], name, numel (value), count);
    end
elseif isnan (count)
    value = zeros (0, 1);
else
    value = fill (count);
end
end
