function check_levels_mechanical (sys, core, tspan, x)
%CHECK_LEVELS_MECHANICAL  The levels of the mechanical form against differences of the level below.
%   Along p' = Z v, v' = a with any v and a, and s' such that c stays:
%       dg/dt = gI,   dgI/dt = G Z a + (gII - G Z v'),   dh/dt = H Z a + (hI - H Z v')
%   and  dg = G dp,  dh = H Z dv,  de = gradient [dv; ds; dp]. x: see CHECK_LEVELS_PHASES.

longest = diff_longest (tspan);
row = sys_block_rows (sys);
if ~isstruct (x)
    check_scleronomic (sys, core, row, tspan, x);
end
measure = @(point) check_levels_values (sys, core, row, point, longest);
position = @(t, x) select (core.blocks (t, x), [row.c, row.g, row.e]);
word = @(role) in_words (sys, role);
phases = {
    @(data, where) jacobians(sys, data, where, word)
    @(data, where) velocities(sys, data, where, word)
    @(data, where) accelerations(sys, data, where, word)};
check_levels_phases (sys, measure, phases, position, tspan, x);

end

function y = select (y, places)
y = y(places, :);
end

% 'name' as the user has written it
function text = in_words (sys, name)
text = ['''', name, ''''];
if isfield (sys.functions, 'model')
    roles = sys_roles ();
    letter = roles(strcmp (name, {roles.name})).letter;
    if ~isempty (letter)
        text = sprintf ('%s of ''model''', letter);
    end
end
end

function jacobians (sys, data, where, word)
if ~isempty (data.changed)
    roles = sys_roles ();
    name = roles(strcmp (data.changed, {roles.letter})).name;
    error ('geoms:system:multipliers', ['%s depends on z.lambda or z.mu %s; only the forces, ', ...
        'the dynamics and the auxiliary equations may.'], word (name), where);
end
check_levels_compare ('geoms:check:jacobian', [word('constraintJacobian'), ...
    ' in a direction d, G d'], data.G * data.dp, data.along_p.g, data.along_p.noise_g, ...
    abs (data.G) * abs (data.dp), 'It must be dg/dp, nl x np; geomscheck names the entry.', ...
    where, name_of (sys, 'g'));
if isfield (data, 'dv')
    w = data.Z * data.dv;
    check_levels_compare ('geoms:check:jacobian', [word('nonholonomicJacobian'), ...
        ' in a direction d of v, H Z d'], data.H * w, data.along_v.h, data.along_v.noise_h, ...
        abs (data.H) * abs (w), ['It must be the derivative of the nonholonomic constraint, ', ...
        'which is H Z v + h, with respect to p'' = Z v, nm x np; geomscheck names the entry.'], ...
        where, name_of (sys, 'h'));
end
if isfield (data, 'gradient')
    check_levels_compare ('geoms:check:gradient', [word('invariantGradient'), ...
        ' in a direction d'], data.gradient * data.de, data.along_e.e, data.along_e.noise_e, ...
        abs (data.gradient) * abs (data.de), ['It must be de/d[v; s; p], ni x (nv + ns + ', ...
        'np).'], where);
end
end

% without a constraintVelocity gI is G Z v: that g does not depend on t is known from the start
function velocities (sys, data, where, word)
role = 'constraintVelocity';
reason = 'velocity';
if ~isfield (sys.functions, role) ...
        && ~(isfield (sys.functions, 'model') && any (strcmp ('gI', sys.terms)))
    role = 'constraintJacobian';
    reason = 'jacobian';
end
check_levels_compare (['geoms:check:', reason], [word(role), ', gI'], data.gI, ...
    data.along_flow.g, data.along_flow.noise_g, abs (data.G) * abs (data.u), ['It must be the ', ...
    'full time derivative of the constraint along p'' = Z v: G Z v + dg/dt.'], where, ...
    name_of (sys, 'g'));
end

function accelerations (sys, data, where, word)
w = data.Z * data.a;
lacking = sys_lacking (sys);
if ~any (ismember ({'constraintAcceleration', 'gIIpart'}, lacking))
    check_levels_compare ('geoms:check:acceleration', [word('constraintAcceleration'), ...
        ', gII - G Z v'''], data.gIIpart, data.along_flow.gI - data.G * w, ...
        data.along_flow.noise_gI, abs (data.G) * abs (w), ['It must be the second time ', ...
        'derivative of the constraint without its term G Z v''.'], where, name_of (sys, 'g'));
end
if ~any (ismember ({'nonholonomicAcceleration', 'hIpart'}, lacking))
    check_levels_compare ('geoms:check:acceleration', [word('nonholonomicAcceleration'), ...
        ', hI - H Z v'''], data.hIpart, data.along_flow.h - data.H * w, ...
        data.along_flow.noise_h, abs (data.H) * abs (w), ['It must be the time derivative of ', ...
        'the nonholonomic constraint without its term H Z v''.'], where, name_of (sys, 'h'));
end
end

function fcn = name_of (sys, letter)
fcn = @(i) sys_own_name (sys.names, letter, i);
end

% without constraintVelocity gI = G Z v, which needs a constraint that does not depend on t
function check_scleronomic (sys, core, row, tspan, x)
if sys.dims.nl == 0 || isfield (sys.functions, 'constraintVelocity') ...
        || any (strcmp ('gI', sys.terms))
    return
end
t = tspan(1) + [0, 1e-3, 0.0618, 0.31, 0.71, 1] * (tspan(end) - tspan(1));
g = constraint_at (core, row, t, x(:, ones (1, 6)), NaN);
if all (all (abs (g - g(:, ones (1, size (g, 2)))) <= 1e-12 * (1 + abs (g(:, ones (1, size (g, 2)))))))
    return
end
g0 = constraint_at (core, row, t(1), x, []);
for later = t(2:end)
    g = constraint_at (core, row, later, x, g0);
    bad = find (abs (g - g0) > 1e-12 * (1 + abs (g0)), 1);
    if ~isempty (bad)
        error ('geoms:system:rheonomic', ['Row %d%s of the constraint depends on t (it changes ', ...
            'by %.3g while p stays): ''constraintVelocity'', @(t,p,v) G Z v + dg/dt, is ', ...
            'needed with every Formulation.'], bad, sys_own_name (sys.names, 'g', bad), ...
            g(bad) - g0(bad));
    end
end
end

% a function that cannot be evaluated at a later time will say so then
function g = constraint_at (core, row, t, x, g)
try
    B = core.blocks (t, x);
    g = B(row.g, :);
catch e %#ok<NASGU>
end
end
