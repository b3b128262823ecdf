function core = geoms_core (sys)
%GEOMS_CORE  The system as the gateway wants it: sizes, constants, functions of (t, x).
%   core.eom or core.blocks gives one column per point. All sizes of sys must be known.

core = struct ('form', sys.form, 'dims', sys.dims, 'autonomous', sys.autonomous, ...
    'uses_lambda', false, 'mass_structure', 0, 'mass_matrix', sys.mass, 'guard', @geoms_guard, ...
    'eom', [], 'mass', [], 'jac', [], 'ivcond', [], 'blocks', []);
core.mass_structure = mass_structure (sys);
if strcmp (sys.form, 'mechanical')
    core.blocks = geoms_blocksof (sys);
    core.uses_lambda = any (cellfun (@(c) c(1), struct2cell (sys.extra)));
else
    core = residual_functions (core, sys);
end

end

% GEOMS_MASS_... of the core's geoms_model.h; 0: the identity
function structure = mass_structure (sys)
if ~isempty (sys.mass)
    structure = 3 + isequal (sys.mass, diag (diag (sys.mass)));
elseif isfield (sys.functions, 'mass') || strcmp (sys.form, 'mechanical')
    structure = 1;
else
    structure = 0;
end
end

function core = residual_functions (core, sys)
names = fieldnames (sys.functions);
sizes = geoms_sizes (sys.dims);
left_out = sys.dims.nl + sys.dims.nm;
batched = struct ('eom', [sizes.m - sys.reduced * left_out, 1], 'mass', sys.dims.nv([1, 1]));
for i = 1:numel (names)
    name = names{i};
    fcn = bind (sys, name);
    if isfield (batched, name) && ~sys.vectorized
        fcn = @(t, x) geoms_columns (fcn, t, x, batched.(name), name);
    end
    if sys.reduced && any (strcmp (name, {'eom', 'jac'}))
        fcn = @(t, x) geoms_insert (fcn (t, x), sys.dims.nw, left_out);
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
