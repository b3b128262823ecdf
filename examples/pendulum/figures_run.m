function found = figures_run (who, library, tend, tolerance, parts)
% FIGURES_RUN  One contender of FIGURES over [0, TEND], and what came of it.
%   FOUND = FIGURES_RUN (WHO, LIBRARY, TEND, TOLERANCE, PARTS) integrates the pendulum of
%   pendulum_figures.c, compiled as LIBRARY, with WHO, an entry of FIGURES_CONTENDERS, at
%   RelTol = AbsTol = TOLERANCE. FOUND is a struct with the fields
%
%       name, tolerance
%       reached         the last time
%       why             reason for an early end, otherwise ''
%       steps           accepted steps
%       evaluations     of the reduced derivative array, those for differences included
%       seconds         of computing time without that of MATLAB or Octave
%       position, velocity, multiplier
%                       largest errors at all steps, against the exact solution
%       energy          largest change of the energy
%       residual        largest |g|, |gI|, |gII|
%       t, drift, residuals
%                       energy - energy (0), |g|, |gI|, |gII| over time: those of largest size in each
%                       of PARTS (default 250) equal parts of [0, TEND]; t their middles
%
%   See also FIGURES, FIGURES_CONTENDERS.

if nargin < 5, parts = 250; end
g = 13.75;
sys = geomssys ('library', library, 'symbol', who.model, 'parameters', [1 g]);
before = warning ('off', 'all');
restore = onCleanup (@() warning (before));
sol = geoms (sys, [0 tend], struct ('p', [1; 0]), 'Formulation', who.form, 'Method', who.method, ...
    'RelTol', tolerance, 'AbsTol', tolerance, 'MaxSteps', 1e8, 'Dense', 'off');

[p, v, lambda] = exact (sol.t, g);
energy = sum (sol.v.^2, 1) / 2 + g * sol.p(2, :);
r = sol.residual;
residuals = abs ([r.position; r.velocity; r.acceleration]);
why = '';
if sol.info.idid < 0
    why = sol.info.message;
end
found = struct ('name', who.name, 'tolerance', tolerance, 'reached', sol.t(end), 'why', why, ...
    'steps', sol.stats.naccpt, 'evaluations', sol.stats.neom + sol.stats.neomjac, ...
    'seconds', sol.stats.seconds, 'position', furthest (sol.p - p), 'velocity', furthest (sol.v - v), ...
    'multiplier', furthest (sol.lambda - lambda), 'energy', max (abs (energy - energy(1))), ...
    'residual', max (residuals, [], 2)', 't', [], 'drift', [], 'residuals', []);
found.t = ((1:parts) - 0.5) * tend / parts;
part = min (floor (sol.t / tend * parts), parts - 1) + 1;
found.drift = outermost (part, energy - energy(1), parts);
for i = 3:-1:1
    found.residuals(i, :) = outermost (part, residuals(i, :), parts);
end

end

function d = furthest (difference)
d = max (sqrt (sum (difference.^2, 1)));
end

% NaN behind the end of a run
function value = outermost (part, values, parts)
above = accumarray (part(:), values(:), [parts 1], @max, NaN)';
below = accumarray (part(:), values(:), [parts 1], @min, NaN)';
value = above;
value(-below > above) = below(-below > above);
end

% let go in a horizontal position: sin (theta / 2) = s = k sn (K - w t, k), k^2 = 1/2, w = sqrt (g)
function [p, v, lambda] = exact (t, g)
w = sqrt (g);
K = ellipke (0.5);
[sn, cn, dn] = ellipj (K - w * mod (t, 4 * K / w), 0.5);
s = sqrt (0.5) * sn;
p = [2 * s .* dn; 2 * s.^2 - 1];
v = -w * sqrt (0.5) * cn .* [2 * (1 - 2 * s.^2); 4 * s .* dn];
lambda = -1.5 * g * p(2, :);
end
