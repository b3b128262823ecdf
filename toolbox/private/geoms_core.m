function core = geoms_core (sys)
%GEOMS_CORE  The system as the gateway wants it: sizes, constants, functions of (t, x).
%   core.eom or core.blocks gives one column per point. All sizes of sys must be known.

core = struct ('form', sys.form, 'dims', sys.dims, 'autonomous', sys.autonomous, ...
    'mass_structure', 0, 'mass_matrix', sys.mass, 'guard', @geoms_guard, 'eom', [], 'mass', [], ...
    'jac', [], 'ivcond', [], 'blocks', [], 'gradient', []);
if strcmp (sys.form, 'native')
    core.library = sys.library;
    core.symbol = sys.symbol;
    core.parameters = double (sys.parameters(:));
    return
end
core.mass_structure = mass_structure (sys);
if strcmp (sys.form, 'mechanical')
    core = mechanical_functions (core, sys);
else
    core = residual_functions (core, sys);
end

end

% GEOMS_MASS_... of the core's geoms_model.h; 0: the identity
function structure = mass_structure (sys)
if ~isempty (sys.mass)
    structure = 3 + isequal (sys.mass, diag (diag (sys.mass)));
elseif isfield (sys.functions, 'mass') || strcmp (sys.form, 'mechanical')
    structure = 1 + sys.diagonal;
else
    structure = 0;
end
end

% Only forces, dynamics and auxiliary equations may depend on lambda and mu: GEOMS_CHECKMECHANICAL
% sees to it.
function core = mechanical_functions (core, sys)
core.kinematics = isfield (sys.functions, 'kinematics') || any (strcmp ('Z', sys.terms));
core.uses_multipliers = false;
for name = {'force', 'dynamics', 'auxiliary', 'model'}
    if isfield (sys.extra, name{1})
        extra = sys.extra.(name{1});
        core.uses_multipliers = core.uses_multipliers || extra(1);
    end
end
core.blocks = geoms_blocksof (sys);
d = sys.dims;
if isfield (sys.functions, 'invariantGradient')
    core.gradient = one_point (sys, 'invariantGradient', [d.ni, d.nv + d.ns + d.np]);
end
if isfield (sys.functions, 'condition')
    core.ivcond = one_point (sys, 'condition', [d.nc, 1]);
end
end

% a function of (t, p, v, z, q) as one of (t, x), for one point
function fcn = one_point (sys, name, expected)
call = @(t, x) geoms_call (sys, name, t, x(sys.index.p), x(sys.index.v), geoms_z (sys.index, x));
fcn = @(t, x) geoms_columns (call, t, x, expected, name);
end

function core = residual_functions (core, sys)
names = fieldnames (sys.functions);
sizes = geoms_sizes (sys);
left_out = sys.dims.nl + sys.dims.nm;
batched = struct ('eom', [sizes.m - sys.reduced * left_out, 1], 'mass', [sizes.nv, sizes.nM]);
for i = 1:numel (names)
    name = names{i};
    fcn = bind (sys, name);
    if isfield (batched, name) && ~sys.vectorized
        fcn = @(t, x) geoms_columns (fcn, t, x, batched.(name), name);
    end
    if sys.reduced && any (strcmp (name, {'eom', 'jac'}))
        fcn = @(t, x) geoms_insert (fcn (t, x), sys.dims.nw, left_out);
    end
    if sys.diagonal && strcmp (name, 'mass')
        fcn = @(t, x) geoms_diagonal (fcn (t, x), sys.dims.nv, numel (t));
    end
    core.(name) = fcn;
end
end

% the user's own function wherever it takes exactly (t, x)
function fcn = bind (sys, name)
fcn = sys.functions.(name);
extra = sys.extra.(name);
if extra(2)
    user = fcn;
    q = sys.parameters;
    fcn = @(t, x) user (t, x, q);
end
end
