function octave_ratios (file, rounds)
%OCTAVE_RATIOS  Seconds of ODE15S, ODE15I and ODE45 over those of GEOMS, at one error, as a user calls them.
%   octave_ratios (file, rounds) writes a line `code,problem,error,ratio` for each code and problem to the file,
%   for tests/benchmarks/ratios. The systems are written as M, f, g; the others integrate what GEOMSRHS makes
%   of them: ODE15S and ODE15I the index-1 form of 'index1-explicit' (with mass matrix, or residual), ODE45
%   'partition-svd'. Error: the largest |p_i - exact| / (1 + |exact|) of all steps. The ratio is
%   the median of so many rounds (standard 9), in which all take turns: of CPU times at the two tolerances,
%   half a decade apart, that enclose the error, interpolated as logarithms. "fails": no tolerance from 1e-3 to 1e-10
%   reaches the error. Needs the folders toolbox and tests/data on the path.

if nargin < 2
    rounds = 9;
end
warning ('off', 'all');               % solvers that fail say so by the table
out = fopen (file, 'a');
closer = onCleanup (@() fclose (out));
level = 1e-4;
pendulum = geomssys ('mass', [1 1], 'force', @(t,p,v) [0; -9.81], 'constraint', @(t,p) p'*p - 1, 'derive', 'on');
problems = {'pendulum from Octave', pendulum, struct('p', [1; 0]), 5
            'slider crank from Octave', crank(), struct('p', [0.5; -0.2; 3], 'v', [6; 0; 0]), 5};
for i = 1:size (problems, 1)
    [name, sys, x0, tend] = problems{i, :};
    x0 = geomsinit (sys, 0, x0);
    contenders = all_contenders (sys, x0, tend);
    seconds = in_turn (contenders, sys, x0, level, rounds);
    for k = 2:numel (contenders)
        text = sprintf ('%.1f', median (seconds(k, :) ./ seconds(1, :)));
        if isnan (seconds(1))
            text = 'ours fails';
        elseif isnan (seconds(k, 1))
            text = 'fails';
        end
        fprintf (out, '%s,%s,%.0e,%s\n', contenders(k).name, name, level, text);
    end
end

end

% crank, rod and slider: angles and the way, the loop closed by two constraints
function sys = crank ()
sys = geomssys ('mass', @(t,p) [10, 2.5*cos(p(1)-p(2)), 0; 2.5*cos(p(1)-p(2)), 4.125, 0; 0, 0, 1.5], ...
    'force', @(t,p,v) [-2.5*sin(p(1)-p(2))*v(2)^2; 2.5*sin(p(1)-p(2))*v(1)^2; 0], ...
    'constraint', @(t,p) [cos(p(1))+2.5*cos(p(2))-p(3); sin(p(1))+2.5*sin(p(2))], 'derive', 'on');
end

% ---- who takes part: a name and run (tolerance), which returns times and positions of the steps ----

function list = all_contenders (sys, x0, tend)
[f1, index1] = geomsrhs (sys, 'index1-explicit');
[f0, explicit] = geomsrhs (sys, 'partition-svd');
y1 = index1.pack (x0);
slope = index1.slope (0, y1);
with = @(ode, tol) odeset (ode.options, 'RelTol', tol, 'AbsTol', tol);
span = [0 tend];
list = struct ('name', {'GEOMS', 'ode15s', 'ode15i', 'ode45'}, 'run', {
    @(tol) by_geoms(sys, x0, span, tol)
    @(tol) by_solver(@() ode15s (f1, span, y1, odeset (with (index1, tol), 'InitialSlope', slope)), index1)
    @(tol) by_solver(@() ode15i (index1.residual, span, y1, slope, odeset ('RelTol', tol, 'AbsTol', tol)), index1)
    @(tol) by_solver(@() ode45 (f0, span, explicit.pack (x0), odeset (with (explicit, tol), 'Refine', 1)), explicit)}');
end

function [t, p] = by_geoms (sys, x0, span, tol)
sol = geoms (sys, span, x0, 'RelTol', tol, 'AbsTol', tol);
t = sol.t;
p = sol.p;
end

function [t, p] = by_solver (solve, ode)
[t, y] = solve ();
t = t.';
p = y(:, ode.index.p).';
end

% ---- errors and times ----

% NaN: it throws, or ends before the end
function e = error_of (contender, sys, x0, tol, tend)
e = NaN;
try
    [t, p] = contender.run (tol);
catch
    return
end
if t(end) < tend || ~all (isfinite (p(:)))
    return
end
exact = geoms (sys, t, x0, 'RelTol', 1e-12, 'AbsTol', 1e-12);
e = max (max (abs (p - exact.p) ./ (1 + abs (exact.p))));
end

% seconds: contenders x rounds
function seconds = in_turn (contenders, sys, x0, level, rounds)
count = numel (contenders);
tol = NaN (count, 2);
part = zeros (1, count);
[t, ~] = contenders(1).run (1e-3);
for k = 1:count
    before = [NaN NaN];
    for exponent = 3:0.5:10
        e = error_of (contenders(k), sys, x0, 10^-exponent, t(end));
        if e <= level
            tol(k, :) = [10^-exponent, before(1)];
            part(k) = log (level / e) / log (before(2) / e);
            break
        end
        before = [10^-exponent, e];
        if isnan (e), before(1) = NaN; end
    end
end
times = NaN (count, 2, rounds);
for round = 1:rounds
    for k = 1:count
        for j = reshape (find (~isnan (tol(k, :))), 1, [])
            times(k, j, round) = clocked (contenders(k), tol(k, j));
        end
    end
end
seconds = reshape (times(:, 1, :), count, rounds);
for k = find (~isnan (tol(:, 2)))'
    both = reshape (log (times(k, :, :)), 2, rounds);
    seconds(k, :) = exp (part(k) * both(2, :) + (1 - part(k)) * both(1, :));
end
end

% CPU seconds of one run, repeated until a tenth of a second is over
function s = clocked (contender, tol)
runs = 0;
start = cputime ();
s = 0;
while s < 0.1
    contender.run (tol);
    runs = runs + 1;
    s = cputime () - start;
end
s = s / runs;
end
