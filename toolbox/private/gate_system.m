function core = gate_system (sys)
%GATE_SYSTEM  The system as the gateway wants it: sizes, constants, functions of (t, x).
%   core.eom or core.blocks gives one column per point. All sizes of sys must be known. core.levels: see
%   SYS_LEVELS; [] of trees and of what is derived, too.

core = struct ('form', sys.form, 'dims', sys.dims, 'autonomous', sys.autonomous, ...
    'mass_structure', 0, 'mass_matrix', [], 'guard', @call_guard, 'catches', 0, 'eom', [], 'mass', [], ...
    'jac', [], 'ivcond', [], 'blocks', [], 'brief', [], 'gradient', [], 'signals', [], 'levels', []);
if strcmp (sys.form, 'native')
    core.library = sys.library;
    core.symbol = sys.symbol;
    core.parameters = double (sys.parameters(:));
    core.levels = sys_levels (sys);
    return
elseif strcmp (sys.form, 'tree')
    core.tree = sys.tree;
    core = with_own (core, sys);
    called = sys.tree.functions(sys.tree.called);
    if ~isempty (called)
        core.signals = @(t) tree_signals (called, numel (sys.tree.breaks), t);
    end
    return
end
if sys_derived (sys)
    core.form = 'derived';
    core.derived = sys.derive.kept.program.numbers;
    q = derive_leaves (sys.parameters);
    core.parameters = q(1:min (end, sys.derive.kept.program.nq));
    core.differences = 0;
    return
end
core.mass_structure = mass_structure (sys);
core.mass_matrix = sys.mass;
if strcmp (sys.form, 'mechanical')
    core = mechanical_functions (core, sys);
else
    core = residual_functions (core, sys);
end
core.mass_matrix = full (core.mass_matrix);
core.levels = sys_levels (sys);

end

% what is added to a tree: of its system, from the unknowns that belong to it
function core = with_own (core, sys)
core.own = [];
if isempty (sys.own)
    return
end
own = sys.own;
own.system = sys_user_part (sys);
part = gate_system (own.system);
core.own = struct ('dims', own.system.dims, 'autonomous', own.system.autonomous, ...
    'uses_multipliers', uses_multipliers (own.system), 'bodies', [own.laws.bodies], 'derived', []);
if sys_derived (own.system)
    core.own.derived = struct ('system', part.derived, 'parameters', part.parameters, 'law', ...
        own.law.numbers, 'law_parameters', derive_leaves (sys.parameters));
    return
end
rows = sys_block_rows (own.system);
above = numel (rows.Z);
core.blocks = @(t, x, motion) tree_own_blocks (t, x, motion, own, part.blocks, above);
for name = {'gradient', 'ivcond'}
    fcn = part.(name{1});
    if ~isempty (fcn)
        core.(name{1}) = @(t, x) fcn (t, x(own.rows, :));
    end
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

% Only forces, dynamics and auxiliary equations may depend on lambda and mu: CHECK_LEVELS_MECHANICAL
% sees to it.
function yes = uses_multipliers (sys)
yes = false;
for name = {'force', 'dynamics', 'auxiliary', 'model'}
    if isfield (sys.extra, name{1})
        extra = sys.extra.(name{1});
        yes = yes || extra(1);
    end
end
end

function core = mechanical_functions (core, sys)
core.kinematics = isfield (sys.functions, 'kinematics') || any (strcmp ('Z', sys.terms));
core.uses_multipliers = uses_multipliers (sys);
if strcmp (sys.pattern.status, 'found')
    core = with_pattern (core, sys);
else
    [core.blocks, core.brief] = call_blocks (sys);
    core.catches = 1;
end
d = sys.dims;
if isfield (sys.functions, 'invariantGradient')
    core.gradient = one_point (sys, 'invariantGradient', [d.ni, d.nv + d.ns + d.np]);
end
if isfield (sys.functions, 'condition')
    core.ivcond = one_point (sys, 'condition', [d.nc, 1]);
end
end

% the functions give the values of patterns then, and nothing of it is full
function core = with_pattern (core, sys)
pattern = sys.pattern;
mass = [];
if ~isempty (sys.mass)
    [i, j] = find (pattern.M);
    mass = full (sys.mass(i + size (sys.mass, 1) * (j - 1)));
end
core.mass_matrix = [];
core.blocks = @(t, x) feval (call_blocks (sys), t, x);    % full matrices, where they are asked for
core.brief = core.blocks;
core.pattern = struct ('M', pattern.M, 'Z', pattern.Z, 'G', pattern.G, 'H', pattern.H, 'mass', ...
    mass(:), 'more', pattern.more, 'B', pattern.B);
core.patterned = call_blocks_sparse (sys);
end

% a function of (t, p, v, z, q) as one of (t, x), for one point
function fcn = one_point (sys, name, expected)
call = @(t, x) call_user (sys, name, t, x(sys.index.p), x(sys.index.v), call_z (sys.index, x));
fcn = @(t, x) point_by_point (call, t, x, expected, name);
end

% a function of one point, for k points: rows x columns x k, or rows x k
function [y, failed] = point_by_point (fcn, t, x, expected, name)
failed = [];
k = numel (t);
y = zeros ([expected, k]);
try
    for j = 1:k
        yj = fcn (t(j), x(:, j));
        if size (yj, 1) ~= expected(1) || size (yj, 2) ~= expected(2) || ndims (yj) > 2 ...
                || ~isa (yj, 'double')
            check_size (name, yj, expected, 'geoms:callback:size');
        end
        y(:, :, j) = yj;
    end
    y = reshape (y, expected(1), []);
catch err
    if nargout < 2
        rethrow (err);
    end
    [y, failed] = call_caught (@() rethrow (err));
end
end

function core = residual_functions (core, sys)
names = fieldnames (sys.functions);
sizes = sys_sizes (sys);
left_out = sys.dims.nl + sys.dims.nm;
batched = struct ('eom', [sizes.m - sys.reduced * left_out, 1], 'mass', [sizes.nv, sizes.nM]);
for i = 1:numel (names)
    name = names{i};
    fcn = bind (sys, name);
    if isfield (batched, name) && ~sys.vectorized
        fcn = @(t, x) point_by_point (fcn, t, x, batched.(name), name);
        core.catches = core.catches || strcmp (name, 'eom') && ~sys.reduced;
    end
    if sys.reduced && any (strcmp (name, {'eom', 'jac'}))
        fcn = @(t, x) with_zeros (fcn (t, x), sys.dims.nw, left_out);
    end
    if sys.diagonal && strcmp (name, 'mass')
        fcn = @(t, x) diagonal (fcn (t, x), sys.dims.nv, numel (t));
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

% rows of zeros for gII and hI, which an array for 'psi1' does not have
function y = with_zeros (y, before, count)
y = [y(1:before, :); zeros(count, size (y, 2)); y(before + 1:end, :)];
end

% mass matrices of k points, n x n x k, from their diagonals, n x 1 x k; one may stand for all
function M = diagonal (y, n, k)
M = zeros (n * n, k);
M(1:n + 1:end, :) = call_spread (y, n, k);
M = reshape (M, n, n, k);
end
