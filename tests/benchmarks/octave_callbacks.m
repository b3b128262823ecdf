function octave_callbacks (rounds)
%OCTAVE_CALLBACKS  The pendulum through user functions: GEOMS beside ODE15S and ODE45.
%   octave_callbacks (rounds) prints, for the pendulum from the horizontal, [0, 100]:
%     1  for each tolerance: steps, calls of user functions (GEOMS: batches of points, one call
%        each if vectorized; none where it has recorded M, f, g), CPU time, its share outside of
%        them, error
%     2  the cheapest run whose largest error is at most 1e-2, 1e-3, 1e-4, 1e-5
%   Error: largest distance from the exact position over all steps. CPU time: median of so many
%   rounds (standard 5), in which all take turns. Nothing is asserted.
%
%   ODE15S gets the index-1 form, a constant mass matrix, a consistent initial slope and, in one of
%   its rows, the Jacobian. ODE45 gets the explicit form, lambda eliminated: nothing but a
%   right-hand side. Needs the folders toolbox and tests/toolbox on the path.

if nargin < 1
    rounds = 5;
end
contenders = all_contenders ();
count = numel (contenders);
tolerances = unique ([contenders.tolerances]);
tolerances = tolerances(end:-1:1);
result = cell (count, numel (tolerances));
for j = 1:numel (tolerances)
    takes_part = find (arrayfun (@(c) any (c.tolerances == tolerances(j)), contenders));
    seconds = zeros (count, rounds);
    for round = 1:rounds
        for i = takes_part
            start = cputime ();
            result{i,j} = contenders(i).run (tolerances(j), false);
            seconds(i,round) = cputime () - start;
        end
    end
    for i = takes_part
        result{i,j}.seconds = median (seconds(i,:));
        if isnan (result{i,j}.calls)  % counting costs time: in a run of its own
            counted = contenders(i).run (tolerances(j), true);
            result{i,j}.calls = counted.calls;
        end
    end
end
table_of_runs (contenders, tolerances, result);
table_of_errors (contenders, tolerances, result);
end

% ---- who takes part: a name, the tolerances, and run (tolerance, counted) ----

function list = all_contenders ()
g = 13.750371636040745655;
recorded = geomssys ('mass', [1 1], 'force', @(t,p,v) [0; -g], 'constraint', @(t,p) p'*p - 1, ...
                     'derive', 'on');
forms = {'residual batch', 'GEOMS residual, vectorized'
         'residual jac', 'GEOMS residual, jac'
         'residual', 'GEOMS residual'
         'vectorized', 'GEOMS mechanical, vectorized'
         'model', 'GEOMS model'
         'mechanical', 'GEOMS mechanical'};
list = struct ('name', 'GEOMS recorded from M, f, g', 'tolerances', 10.^(-4:-1:-9), ...
               'run', @(tol, counted) run_geoms (recorded, tol));
for i = 1:size (forms, 1)
    sys = pendulum (forms{i,1});
    if strcmp (sys.form, 'mechanical')
        sys = geomssys (sys, 'derive', 'off');
    end
    list(end+1) = struct ('name', forms{i,2}, 'tolerances', 10.^(-4:-1:-8), ...
                      'run', @(tol, counted) run_geoms (sys, tol));
end
others = 10.^(-4:-1:-10);  % they need tighter ones for the same error
list(end+1) = struct ('name', 'ode15s index 1', 'tolerances', others, ...
                      'run', @(tol, counted) run_ode15s (tol, counted, false));
list(end+1) = struct ('name', 'ode15s index 1, Jacobian', 'tolerances', others, ...
                      'run', @(tol, counted) run_ode15s (tol, counted, true));
list(end+1) = struct ('name', 'ode45 explicit', 'tolerances', others, 'run', @run_ode45);
end

function result = run_geoms (sys, tol)
sol = geoms (sys, [0 100], struct ('p', [1; 0]), 'RelTol', tol, 'AbsTol', tol);
result = outcome (sol.t, sol.p, sol.stats.callbacks);
result.outside = 1 - sol.stats.secondsCallbacks / sol.stats.seconds;
end

function result = run_ode15s (tol, counted, with_jacobian)
g = 13.750371636040745655;
calls (0);
opts = odeset ('RelTol', tol, 'AbsTol', tol, 'Mass', diag ([1 1 1 1 0]), ...
               'MStateDependence', 'none', 'InitialSlope', [0; 0; 0; -g; 0]);
if with_jacobian
    opts = odeset (opts, 'Jacobian', choose (counted, @(t,y) jacobian1 (y, g)));
end
[t, y] = ode15s (choose (counted, @(t,y) index1 (y, g)), [0 100], [1; 0; 0; 0; 0], opts);
result = outcome (t', y(:,1:2)', NaN);
if counted
    result.calls = calls ();
end
end

function result = run_ode45 (tol, counted)
g = 13.750371636040745655;
calls (0);
[t, y] = ode45 (choose (counted, @(t,y) explicit (y, g)), [0 100], [1; 0; 0; 0], ...
                odeset ('RelTol', tol, 'AbsTol', tol, 'Refine', 1));
result = outcome (t', y(:,1:2)', NaN);
if counted
    result.calls = calls ();
end
end

% steps, error; a run that does not reach the end has no error
function result = outcome (t, p, callbacks)
exact = pendulum_exact (t);
e = max (sqrt (sum ((p - exact(4:5,:)).^2, 1)));
if t(end) < 100
    e = NaN;
end
result = struct ('steps', numel (t) - 1, 'calls', callbacks, 'outside', NaN, 'error', e, ...
                 'seconds', NaN);
end

% ---- the equations for the others, y = [p; v; lambda] or [p; v] ----

function f = index1 (y, g)
f = [y(3); y(4); -2*y(1)*y(5); -2*y(2)*y(5) - g; ...
     2*(y(3)^2 + y(4)^2) - 2*g*y(2) - 4*(y(1)^2 + y(2)^2)*y(5)];
end

function J = jacobian1 (y, g)
J = [0 0 1 0 0; 0 0 0 1 0; -2*y(5) 0 0 0 -2*y(1); 0 -2*y(5) 0 0 -2*y(2); ...
     -8*y(1)*y(5), -8*y(2)*y(5) - 2*g, 4*y(3), 4*y(4), -4*(y(1)^2 + y(2)^2)];
end

function f = explicit (y, g)
lambda = (y(3)^2 + y(4)^2 - g*y(2)) / (2*(y(1)^2 + y(2)^2));
f = [y(3); y(4); -2*y(1)*lambda; -2*y(2)*lambda - g];
end

% ---- counting calls ----

function f = choose (counted, f)
if counted
    f = @(t,y) counting (f, t, y);
end
end

function varargout = counting (f, t, y)
calls (1);
varargout = {f(t, y)};
end

% calls (0) begins, calls (1) counts, calls () tells
function n = calls (add)
persistent total
if nargin == 0
    n = total;
elseif add == 0
    total = 0;
else
    total = total + 1;
end
end

% ---- tables ----

function table_of_runs (contenders, tolerances, result)
fprintf ('\n1. Pendulum through user functions, [0, 100]\n\n');
fprintf ('%-29s %9s %8s %8s %10s %10s %9s %9s\n', '', 'tolerance', 'steps', 'calls', ...
         'calls/step', 'CPU ms', 'outside', 'error');
for j = 1:numel (tolerances)
    for i = 1:numel (contenders)
        r = result{i,j};
        if isempty (r)
            continue
        end
        share = '-';
        if ~isnan (r.outside)
            share = sprintf ('%.0f%%', 100 * r.outside);
        end
        fprintf ('%-29s %9.0e %8d %8d %10.2f %10.1f %9s %9.1e\n', contenders(i).name, ...
                 tolerances(j), r.steps, r.calls, r.calls / r.steps, 1e3 * r.seconds, share, ...
                 r.error);
    end
    fprintf ('\n');
end
end

function table_of_errors (contenders, tolerances, result)
fprintf (['2. The cheapest run whose largest error is at most ...; time/first: CPU ', ...
          'time over that of the first row\n']);
for limit = [1e-2 1e-3 1e-4 1e-5]
    fprintf ('\n   error <= %g\n   %-29s %9s %8s %10s %10s %9s\n', limit, '', 'tolerance', ...
             'steps', 'CPU ms', 'time/first', 'error');
    first = NaN;
    for i = 1:numel (contenders)
        best = [];
        for j = 1:numel (tolerances)
            r = result{i,j};
            if ~isempty (r) && r.error <= limit && (isempty (best) || r.seconds < best.seconds)
                best = r;
                tolerance = tolerances(j);
            end
        end
        if isempty (best)
            fprintf ('   %-29s not reached\n', contenders(i).name);
            continue
        end
        if i == 1
            first = best.seconds;
        end
        fprintf ('   %-29s %9.0e %8d %10.1f %10.2f %9.1e\n', contenders(i).name, tolerance, ...
                 best.steps, 1e3 * best.seconds, best.seconds / first, best.error);
    end
end
end
