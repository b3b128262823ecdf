function result = run_massless (file, ratios)
% RUN_MASSLESS  Bodies with a small mass, and with none: Figures 1 to 3, Section 4 of Arnold (2013).
%   RESULT = RUN_MASSLESS (FILE, RATIOS) counts the steps that two coupled oscillators
%   (OSCILLATOR_SYSTEM) need for each of RATIOS m1/m2 (default 1e-1, 3e-2, ..., 1e-5), and without
%   the first mass; then what neglecting it changes, there and in the two problems of Section 4
%   (PLANE_SYSTEM), for m = 1e-2 ... 1e-6; then it prints the equations of first and second order
%   that are left, at the start (GEOMSTERMS) and by how much the computed motions miss them; at last
%   what steps take the equations of v as, option VelocityRows, on links (LINKS_SYSTEM).
%
%   What to expect: with 'bdf' the steps grow like (m1/m2)^-0.4, as those of DASSL do in Figure 2,
%   from 1100 at 1e-1 to 27000 at 3e-5, until the oscillation is damped out; without the mass it
%   takes less than 300. 'radau5' damps what it cannot follow and needs at most 1800 steps, without
%   the mass about 130. The difference to the reduced model is proportional to the mass: it falls
%   by 10 with each decade, from 2e-3 (Figure 1) and 9e-4 (Section 4) at 1e-2. The equations are
%   met to 1e-8 and better, at the tolerance 1e-10. M v' = f ('force') and v' = M^-1 f
%   ('acceleration') take the same steps with nearly the same errors; bodies without mass need the
%   former.
%
%   With FILE given and not empty it draws the three mechanisms, the motions of the small mass and
%   the steps into a PNG file.
%
%   RESULT has the fields ratios, methods, steps (methods x ratios, the last without the mass),
%   masses, names, differences (names x masses), residuals (of the printed equations), tolerances,
%   rows, rowSteps and rowErrors (rows x tolerances).
%
%   DASPK, the successor of DASSL, takes as many steps as 'bdf' beside it:
%   tests/benchmarks/run massless prints both, and RADAU5, with the errors at the end.
%
%   Takes about 2 s.
%
%   See also OSCILLATOR_SYSTEM, PLANE_SYSTEM, GEOMSTREE.

here = fileparts (mfilename ('fullpath'));
addpath (here, fullfile (here, '..'), fullfile (here, '..', '..', 'toolbox'));
if nargin < 1, file = ''; end
if nargin < 2, ratios = [1e-1 3e-2 1e-2 3e-3 1e-3 3e-4 1e-4 3e-5 1e-5]; end

result = struct ('ratios', [ratios, 0], 'methods', {{'bdf', 'radau5'}});
result = count_steps (result);
result = neglect (result);
result = reduced_equations (result);
result = both_rows (result);
fprintf ('\n');
if ~isempty (file)
    write_picture (file, [900 640], @() massless_draw (result));
    fprintf ('The picture: %s\n', file);
end

end

% from rest, c_1 q_1 = c_2 q_2
function result = count_steps (result)
fprintf ('\nSteps over [0, 5], tolerance 1e-6, d = 1e-3, F = sin 3t\n\n  m1/m2   ');
fprintf (' %7.0e', result.ratios);
for i = 1:numel (result.methods)
    fprintf ('\n  %-8s', result.methods{i});
    for j = 1:numel (result.ratios)
        sys = oscillator_system (result.ratios(j), 1e-3, 1);
        sol = geoms (sys, [0 5], struct ('p', [0.05; 0.05]), 'Method', result.methods{i});
        result.steps(i, j) = sol.stats.nsteps;
        fprintf (' %7d', sol.stats.nsteps);
    end
end
fprintf ('\n');
end

function list = problems ()
list = struct ('name', {'Figure 1', 'Section 4, upper', 'Section 4, lower'}, 'end', {5, 2, 2}, ...
    'describe', {@(m) oscillator_system(m, 0.1, 20), @(m) plane_system('upper', m), ...
    @(m) plane_system('lower', m)});
end

function sol = run (problem, m)
[sys, x0] = problem.describe (m);
sol = geoms (sys, [0 problem.end], x0, 'Method', 'radau5', 'RelTol', 1e-10, 'AbsTol', 1e-10);
end

% largest difference of the coordinates at the end
function result = neglect (result)
list = problems ();
result.masses = 10.^(-2:-1:-6);
result.names = {list.name};
fprintf ('\nDifference of small mass and reduced model\n\n  %-18s', 'm');
fprintf (' %8.0e', result.masses);
for i = 1:numel (list)
    fprintf ('\n  %-18s', list(i).name);
    without = run (list(i), 0);
    for j = 1:numel (result.masses)
        with = run (list(i), result.masses(j));
        result.differences(i, j) = max (abs (with.p(:, end) - without.p(:, end)));
        fprintf (' %8.1e', result.differences(i, j));
    end
end
fprintf ('\n');
end

% what is left of the equations without the mass: text, and the residual at 21 times
function result = reduced_equations (result)
list = problems ();
bodies = {'second', 'jy', 'jy'};
equations = {
    '0 = F - c1 q1 - d1 q1'' + c2 q2 + d2 q2''', ...
    @(t, q, v, a) 20 * sin(3 * t) - 100 * q(1) - 0.1 * v(1) + 100 * q(2) + 0.1 * v(2)
    'm2 (q2'''' + q1'''') = -c2 q2 - d2 q2''', @(t, q, v, a) a(1) + 100 * q(2) + 0.1 * v(2)
    '0 = -c_ix q_ix - d_ix q_ix'' + c_jx q_jx + d_jx q_jx''', ...
    @(t, q, v, a) -100 * q(1) - 0.5 * v(1) + 50 * q(3) + 0.3 * v(3)
    '0 = -c_iy q_iy - d_iy q_iy''', @(t, q, v, a) -80 * q(2) - 0.4 * v(2)
    'm_j (q_jx'''' + q_ix'''') = -c_jx q_jx - d_jx q_jx''', ...
    @(t, q, v, a) 2 * a(1) + 50 * q(3) + 0.3 * v(3)
    'm_j (q_jy'''' + q_iy'''') = 0', @(t, q, v, a) 2 * a(2)
    'm_j q_ix'''' = -c_ix q_ix - d_ix q_ix''', @(t, q, v, a) 2 * a(1) + 100 * q(1) + 0.5 * v(1)
    '0 = -c_iy q_iy - d_iy q_iy''', @(t, q, v, a) -80 * q(2) - 0.4 * v(2)
    'm_j (q_jy'''' + q_iy'''') = 0', @(t, q, v, a) 2 * a(2)};
of = [1 1 2 2 2 2 3 3 3];
fprintf ('\nEquations without the mass, and by how much they are missed\n');
result.residuals = zeros (1, numel (of));
for i = 1:numel (list)
    sol = run (list(i), 0);
    [sys, x0] = list(i).describe (0);
    t = linspace (0, list(i).end, 21);
    y = geomsval (sol, t, sys);
    m = geomsmotion (sol, sys, bodies{i}, t);
    fprintf ('\n  %s\n', list(i).name);
    geomsterms (sys, 0, x0);
    fprintf ('\n');
    for k = reshape (find (of == i), 1, [])
        miss = zeros (size (t));
        for j = 1:numel (t)
            miss(j) = equations{k, 2} (t(j), y(sys.index.p, j), y(sys.index.v, j), m.a(:, j));
        end
        result.residuals(k) = max (abs (miss));
        fprintf ('    %-54s %8.1e\n', equations{k, 1}, result.residuals(k));
    end
end
end

% the end of the motion of links, against that with a smaller tolerance
function result = both_rows (result)
result.tolerances = [1e-4 1e-6 1e-8];
result.rows = {'force', 'acceleration', 'force, last link without mass'};
words = {'force', 'acceleration', 'force'};
fprintf ('\nFive links, rows of v: steps, error of the angles at t = 3\n\n  %-30s', 'tolerance');
fprintf (' %16.0e', result.tolerances);
for i = 1:3
    [sys, x0] = links_system (i < 3);
    exact = end_of_links (sys, x0, 1e-12, 'force');
    fprintf ('\n  %-30s', result.rows{i});
    for j = 1:numel (result.tolerances)
        [p, sol] = end_of_links (sys, x0, result.tolerances(j), words{i});
        result.rowSteps(i, j) = sol.stats.nsteps;
        result.rowErrors(i, j) = max (abs (p - exact));
        fprintf (' %6d  %8.1e', result.rowSteps(i, j), result.rowErrors(i, j));
    end
end
fprintf ('\n');
end

function [p, sol] = end_of_links (sys, x0, tolerance, rows)
sol = geoms (sys, [0 3], x0, 'Method', 'radau5', 'VelocityRows', rows, 'RelTol', tolerance, ...
    'AbsTol', tolerance);
p = sol.p(:, end);
end
