function result = run_odae (file, ratios, psf)
% RUN_ODAE  Extended forms with BDF where masses differ much: Petzold, Potra (1992).
%   RESULT = RUN_ODAE (FILE, RATIOS, PSF) simulates a point on a circle (CIRCLE_SYSTEM) whose mass is 1 in one
%   direction and smaller by each of RATIOS (default 1, 1e-1, ..., 1e-6) across, over one turn. Its
%   motion is p = (cos t, sin t) for each of them. Three tables compare the extended forms
%
%       extended-316           p' = v - G' mu - L' tau,  M v' = f - G'(lambda + tau),  G v' + z = 0
%       extended-317           the same with G M^-1 (f - G' lambda) + z = 0
%       projected-invariants   (3.32): p' = v - G' mu,  M (v' + G' tau) = f - G' lambda, as (3.17)
%
%   each with g = 0 and its derivative, among themselves and with psf (not if PSF is false: faster):
%
%       steps of 'bdf' (tolerance 1e-6) for each ratio
%       largest error of p and v with 'bdf-fixed' of order 1, 2, 3 and 32 steps per unit of time
%       largest mu and tau with order 2 and 40, 80 steps per unit of time, for the ratio 0.01 and
%       a start that is too fast by 20 percent
%
%   What to expect: (3.16) and (3.32) take 55 to 80 steps for every ratio. Those of (3.17) grow from 62 to
%   540 at the ratio 1e-6: in (3.17) BDF makes one term of the motion along the circle explicit, so that
%   steps h of order 2 need h a < 6, of order 3 h a < 2 with a = (1 - ratio) / (2 sqrt (ratio)). With fixed
%   steps beyond that it fails, but not with order 1. It is not enough that masses differ: the direction
%   of the large one has to turn. psf takes 57 to 64 steps: where M is a function its equations are those
%   of accelerations (VelocityRows; sol.info.velocityRows). With 'force' they are multiplied by M, and
%   at small ratios Newton's method converges for small steps only. mu and tau are zero in exact motions;
%   here they are errors of the formula (1e-3 and 1e-2 with 40 steps), three times smaller with 80.
%   Derivatives by hand and functions that are called take 13 times as long.
%
%   With FILE given and not empty it draws the steps over the ratio into a PNG file.
%
%   RESULT has the fields ratios, forms, steps (one row per form), orders, errors (orders x ratios for
%   extended-317 and projected-invariants; Inf: the run fails), rates, mu, tau (rates x forms).
%
%   Takes about 3 s.
%
%   See also CIRCLE_SYSTEM, GEOMSSET.

here = fileparts (mfilename ('fullpath'));
addpath (here, fullfile (here, '..'), fullfile (here, '..', '..', 'toolbox'));
if nargin < 1, file = ''; end
if nargin < 2, ratios = 10.^(0:-1:-6); end
if nargin < 3, psf = true; end

forms = {'extended-316', 'extended-317', 'projected-invariants', 'psf'};
forms = forms(1:3 + psf);
result = struct ('ratios', ratios, 'forms', {forms}, 'orders', 1:3, 'rates', [40 80]);
result = count_steps (result);
result = fix_steps (result);
result = find_multipliers (result);
fprintf ('\n');
if ~isempty (file)
    write_picture (file, [640 420], @() draw (result));
    fprintf ('The picture: %s\n', file);
end

end

function result = count_steps (result)
fprintf ('\nAccepted steps of bdf, tolerance 1e-6, one turn\n\n  %-22s', 'mass ratio');
fprintf (' %8.0e', result.ratios);
for i = 1:numel (result.forms)
    fprintf ('\n  %-22s', result.forms{i});
    for j = 1:numel (result.ratios)
        [sys, x0] = circle_system (result.ratios(j));
        sol = geoms (sys, [0 2*pi], x0, 'Formulation', result.forms{i}, 'Method', 'bdf');
        result.steps(i, j) = sol.stats.naccpt;
        fprintf (' %8d', sol.stats.naccpt);
    end
end
fprintf ('\n');
end

function sol = with_fixed_steps (sys, x0, form, order, h)
states = warning ('off', 'geoms:newton:fails');    % a run that fails shows as one that ends too early
restore = onCleanup (@() warning (states));
sol = geoms (sys, [0 2*pi], x0, 'Formulation', form, 'Method', 'bdf-fixed', 'Order', order, ...
    'Step', h, 'NewtonTol', 1e-5, 'MaxNewton', 30, 'Dense', 'off');
end

function result = fix_steps (result)
fprintf ('\nLargest error of p and v, fixed steps of 1/32\n\n  %-22s', 'mass ratio');
fprintf (' %8.0e', result.ratios);
for i = 2:3
    for k = result.orders
        fprintf ('\n  %-20s %d', result.forms{i}, k);
        for j = 1:numel (result.ratios)
            [sys, x0, exact] = circle_system (result.ratios(j));
            sol = with_fixed_steps (sys, x0, result.forms{i}, k, 1/32);
            error = abs (sol.y - exact (sol.t));
            result.errors(k, j, i - 1) = max (max (error(2:end, :)));
            if sol.t(end) < 2*pi
                result.errors(k, j, i - 1) = Inf;
            end
            fprintf (' %8.1e', result.errors(k, j, i - 1));
        end
    end
end
fprintf ('\n');
end

function result = find_multipliers (result)
fprintf ('\nLargest mu and tau, order 2, mass ratio 0.01\n\n  %-22s', 'steps per unit of time');
fprintf (' %8d         ', result.rates);
[sys, x0] = circle_system (0.01);
x0.v = [0; 1.2];
for i = 1:3
    fprintf ('\n  %-22s', result.forms{i});
    for j = 1:numel (result.rates)
        h = 1 / result.rates(j);
        sol = with_fixed_steps (sys, x0, result.forms{i}, 2, h);
        [result.mu(j, i), result.tau(j, i)] = multipliers_of (sol, h, sys.functions.mass, i == 3);
        fprintf (' %8.1e %8.1e', result.mu(j, i), result.tau(j, i));
    end
end
fprintf ('\n');
end

% They are what the formula leaves of p' = v and M v' = f - G' lambda: G = p', L = v', f = -M p. The first
% step is not its own, the last one may be shorter.
function [mu, tau] = multipliers_of (sol, h, mass, invariants)
mu = 0;
tau = 0;
for n = 3:numel (sol.t) - 1
    p = sol.p(:, n);
    v = sol.v(:, n);
    slip = v - (3 * p - 4 * sol.p(:, n - 1) + sol.p(:, n - 2)) / (2 * h);
    both = [p, v] \ slip;
    if invariants
        slope = (3 * v - 4 * sol.v(:, n - 1) + sol.v(:, n - 2)) / (2 * h);
        both(2) = p \ (-p - mass (0, p) \ p * sol.lambda(n) - slope);
    end
    mu = max (mu, abs (both(1)));
    tau = max (tau, abs (both(2)));
end
end

function draw (result)
colors = [0.1 0.5 0.2; 0.8 0.2 0.1; 0 0.35 0.7; 0.5 0.5 0.5];
marks = {'o', 's', 'x', '^'};
for i = 1:numel (result.forms)
    loglog (result.ratios, result.steps(i, :), ['-' marks{i}], 'color', colors(i, :), ...
        'linewidth', 1.5);
    hold on
end
legend (result.forms, 'location', 'northeast');
xlabel ('ratio of the masses');
ylabel ('steps in one turn');
title ('A point on a circle, bdf, tolerance 1e-6');
axis ([min(result.ratios), max(result.ratios), 30, 1e4]);
set (gca, 'xminorgrid', 'off', 'yminorgrid', 'off');
grid on
end
