function geoms_checkmechanical (sys, core, tspan, x)
%GEOMS_CHECKMECHANICAL  G against g, gI against g, gII against gI at the start.
%   Along p' = v, v' = a with any v and a:   dg/dt = gI,   dgI/dt = G a + (gII - G v').

np = sys.dims.np;
nl = sys.dims.nl;
t = tspan(1);
span = abs (tspan(end) - t);
p = x(sys.index.p);
lambda = x(sys.index.lambda);
[d, size_p] = geoms_direction (p, 1);
if any (x(sys.index.v) ~= 0)
    v = x(sys.index.v) + geoms_direction (x(sys.index.v), 2);
else
    v = geoms_direction (d, 2);
end
a = geoms_direction (v, 3) * max (abs (v) ./ size_p);

% steps that move no component by more than a fraction of its size
s = min ([1e-4 * size_p ./ abs(v); 1e-5 * span]);
r = 1e-4 * min (size_p ./ abs (d));
at = [1, -1, 2, -2];
one = ones (1, 4);
time = [t, t(one), t + s * at];
moved = [p(:, one) + s * v * at; v(:, one) + s * a * at];
state = [[p; v], [p(:, one) + r * d * at; v(:, one)], moved];
B = core.blocks (time, [state; lambda(:, ones (1, 9))]);

B = B(end - nl * (np + 3) + 1:end, :);
g = B(1:nl, :);
G = reshape (B(nl + (1:nl * np), 1), nl, np);
gI = B(nl + nl * np + (1:nl), :);
part = B(end - nl + 1:end, 1);

[q, noise] = geoms_quotient (g(:, 2:5), r);
geoms_mismatch ('geoms:check:jacobian', '''constraintJacobian'' in a direction d, G d', G * d, ...
    q, noise, abs (G) * abs (d), 'It must be dg/dp, nl x np.');
need_scleronomic (sys, tspan, {p, v, geoms_z(lambda)}, g(:, 1));
[q, noise] = geoms_quotient (g(:, 6:9), s);
geoms_mismatch ('geoms:check:velocity', '''constraintVelocity'', gI', gI(:, 1), q, noise, ...
    abs (G) * abs (v), 'It must be the full time derivative of the constraint, G v + dg/dt.');
[q, noise] = geoms_quotient (gI(:, 6:9), s);
geoms_mismatch ('geoms:check:acceleration', '''constraintAcceleration'', gII - G v''', part, ...
    q - G * a, noise, abs (G) * abs (a), ['It must be the second time derivative of the ', ...
    'constraint without its term G v''.']);

end

% without constraintVelocity gI = G v, which needs a constraint that does not depend on t
function need_scleronomic (sys, tspan, state, g0)
if isfield (sys.functions, 'constraintVelocity') || any (strcmp ('gI', sys.terms))
    return
end
for fraction = [1e-3, 0.0618, 0.31, 0.71, 1]
    g = constraint_at (sys, tspan(1) + fraction * (tspan(end) - tspan(1)), state, g0);
    bad = find (abs (g - g0) > 1e-12 * (1 + abs (g0)), 1);
    if ~isempty (bad)
        error ('geoms:system:rheonomic', ['Row %d of the constraint depends on t (it changes by ', ...
            '%.3g while p stays): ''constraintVelocity'', @(t,p,v) G v + dg/dt, is needed.'], ...
            bad, g(bad) - g0(bad));
    end
end
end

% a function that cannot be evaluated at a later time will say so then
function g = constraint_at (sys, t, state, g0)
g = g0;
try
    if isfield (sys.functions, 'model')
        found = geoms_call (sys, 'model', t, state{:});
        g = found.g;
    else
        g = geoms_call (sys, 'constraint', t, state{[1 3]});
    end
catch e %#ok<NASGU>
end
geoms_needsize ('constraint', g, size (g0), 'geoms:callback:size');
end
