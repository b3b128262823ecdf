function geoms_checkmechanical (sys, core, tspan, x)
%GEOMS_CHECKMECHANICAL  The levels of the mechanical form against differences of the level below.
%   Along p' = Z v, v' = a with any v and a, and s' such that c stays:
%       dg/dt = gI,   dgI/dt = G Z a + (gII - G Z v'),   dh/dt = H Z a + (hI - H Z v')
%   and  dg = G dp,  dh = H Z dv,  de = gradient [dv; ds; dp].

longest = 1e-5 * abs (tspan(end) - tspan(1));
longest(longest == 0) = 1e-5;
row = geoms_blockrows (sys);
need_scleronomic (sys, core, row, tspan, x);
measure = @(point) measured (sys, core, row, point, longest);
position = @(t, x) select (core.blocks (t, x), [row.c, row.g]);
word = @(role) in_words (sys, role);
phases = {
    @(data, where) jacobians (data, where, word)
    @(data, where) velocities (data, where, word)
    @(data, where) accelerations (data, where, word)};
geoms_checkphases (sys, measure, phases, position, tspan(1), x);

end

function y = select (y, rows)
y = y(rows, :);
end

% 'name' as the user has written it
function text = in_words (sys, name)
text = ['''', name, ''''];
if isfield (sys.functions, 'model')
    roles = geoms_roles ();
    letter = roles(strcmp (name, {roles.name})).letter;
    if ~isempty (letter)
        text = sprintf ('%s of ''model''', letter);
    end
end
end

% ---- what is compared: the user's values, and the quotients with their noise ----

function data = measured (sys, core, row, point, longest)
d = sys.dims;
index = sys.index;
fcn = core.blocks;
B = fcn (point.t, point.x);
data.Z = eye (d.nv);
if ~isempty (row.Z)
    data.Z = reshape (B(row.Z), d.np, d.nv);
end
data.G = reshape (B(row.G), d.nl, d.np);
data.H = reshape (B(row.H), d.nm, d.np);
data.gI = B(row.gI);
data.gIIpart = B(row.gIIpart);
data.hIpart = B(row.hIpart);

% any motion of p
still = zeros (size (point.x));
data.dp = geoms_direction (point.x(index.p), 1);
data.along_p = derivative (fcn, row, index, point, 0, put (still, index.p, data.dp), Inf);

% p' = Z v, v' = a
v = point.x(index.v);
u = data.Z * v;
data.a = geoms_direction (v, 3) * norm (u) / norm ([point.size(index.p); realmin]);
data.u = u;
flow = put (put (still, index.p, u), index.v, data.a);
data.along_flow = derivative (fcn, row, index, point, 1, flow, longest);

% any change of v; of v, s and p
if d.nm > 0
    data.dv = geoms_direction (v, 5);
    data.along_v = derivative (fcn, row, index, point, 0, put (still, index.v, data.dv), Inf, ...
        'fixed');
end
if ~isempty (core.gradient)
    data.gradient = core.gradient (point.t, point.x);
    rows = [index.v, index.s, index.p];
    data.de = point.size(rows) .* geoms_direction (ones (numel (rows), 1), 7);
    data.along_e = derivative (fcn, row, index, point, 0, put (still, rows, data.de), Inf, 'fixed');
end
data.changed = changed_by_multipliers (sys, core, row, point, B);
end

function x = put (x, rows, values)
x(rows) = values;
end

% derivative of the blocks; s follows the motion unless it is 'fixed'
function along = derivative (fcn, row, index, point, tdot, xdot, longest, fixed)
if ~isempty (index.s) && nargin < 8
    xdot(index.s) = geoms_contactflow (fcn, row.c, index.s, point, tdot, xdot);
end
[q, noise] = geoms_along (fcn, point, tdot, xdot, longest);
for letter = {'g', 'gI', 'h', 'e'}
    along.(letter{1}) = q(row.(letter{1}));
    along.(['noise_', letter{1}]) = noise(row.(letter{1}));
end
end

% a letter of a block that depends on lambda or mu and must not, or ''
function letter = changed_by_multipliers (sys, core, row, point, B)
letter = '';
rows = [sys.index.lambda, sys.index.mu];
if isempty (rows) || ~any (cellfun (@(extra) extra(1), struct2cell (sys.extra)))
    return
end
x = point.x;
x(rows) = x(rows) + 0.3 * point.size(rows);
other = core.blocks (point.t, x);
for block = {'M', 'Z', 'g', 'G', 'gI', 'gIIpart', 'h', 'H', 'hIpart', 'c', 'e'}
    at = row.(block{1});
    if any (abs (other(at) - B(at)) > 1e-10 * abs (B(at)))
        letter = block{1};
        return
    end
end
end

% ---- the comparisons ----

function jacobians (data, where, word)
if ~isempty (data.changed)
    roles = geoms_roles ();
    name = roles(strcmp (data.changed, {roles.letter})).name;
    error ('geoms:system:multipliers', ['%s depends on z.lambda or z.mu %s; only the forces, ', ...
        'the dynamics and the auxiliary equations may.'], word (name), where);
end
geoms_mismatch ('geoms:check:jacobian', [word('constraintJacobian'), ...
    ' in a direction d, G d'], data.G * data.dp, data.along_p.g, data.along_p.noise_g, ...
    abs (data.G) * abs (data.dp), 'It must be dg/dp, nl x np.', where);
if isfield (data, 'dv')
    w = data.Z * data.dv;
    geoms_mismatch ('geoms:check:jacobian', [word('nonholonomicJacobian'), ...
        ' in a direction d of v, H Z d'], data.H * w, data.along_v.h, data.along_v.noise_h, ...
        abs (data.H) * abs (w), ['It must be the derivative of the nonholonomic constraint, ', ...
        'which is H Z v + h, with respect to p'' = Z v, nm x np.'], where);
end
if isfield (data, 'gradient')
    geoms_mismatch ('geoms:check:gradient', [word('invariantGradient'), ...
        ' in a direction d'], data.gradient * data.de, data.along_e.e, data.along_e.noise_e, ...
        abs (data.gradient) * abs (data.de), ['It must be de/d[v; s; p], ni x (nv + ns + ', ...
        'np).'], where);
end
end

function velocities (data, where, word)
geoms_mismatch ('geoms:check:velocity', [word('constraintVelocity'), ', gI'], data.gI, ...
    data.along_flow.g, data.along_flow.noise_g, abs (data.G) * abs (data.u), ['It must be the ', ...
    'full time derivative of the constraint along p'' = Z v: G Z v + dg/dt.'], where);
end

function accelerations (data, where, word)
w = data.Z * data.a;
geoms_mismatch ('geoms:check:acceleration', [word('constraintAcceleration'), ...
    ', gII - G Z v'''], data.gIIpart, data.along_flow.gI - data.G * w, ...
    data.along_flow.noise_gI, abs (data.G) * abs (w), ['It must be the second time derivative ', ...
    'of the constraint without its term G Z v''.'], where);
geoms_mismatch ('geoms:check:acceleration', [word('nonholonomicAcceleration'), ...
    ', hI - H Z v'''], data.hIpart, data.along_flow.h - data.H * w, data.along_flow.noise_h, ...
    abs (data.H) * abs (w), ['It must be the time derivative of the nonholonomic constraint ', ...
    'without its term H Z v''.'], where);
end

% without constraintVelocity gI = G Z v, which needs a constraint that does not depend on t
function need_scleronomic (sys, core, row, tspan, x)
if sys.dims.nl == 0 || isfield (sys.functions, 'constraintVelocity') ...
        || any (strcmp ('gI', sys.terms))
    return
end
g0 = constraint_at (core, row, tspan(1), x, []);
for fraction = [1e-3, 0.0618, 0.31, 0.71, 1]
    g = constraint_at (core, row, tspan(1) + fraction * (tspan(end) - tspan(1)), x, g0);
    bad = find (abs (g - g0) > 1e-12 * (1 + abs (g0)), 1);
    if ~isempty (bad)
        error ('geoms:system:rheonomic', ['Row %d of the constraint depends on t (it changes by ', ...
            '%.3g while p stays): ''constraintVelocity'', @(t,p,v) G Z v + dg/dt, is needed.'], ...
            bad, g(bad) - g0(bad));
    end
end
end

% a function that cannot be evaluated at a later time will say so then
function g = constraint_at (core, row, t, x, g)
try
    B = core.blocks (t, x);
    g = B(row.g);
catch e %#ok<NASGU>
end
end
