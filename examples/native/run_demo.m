function result = run_demo ()
% RUN_DEMO  A pendulum in C beside the same pendulum in .m functions, recorded and called.
%   RESULT = RUN_DEMO () compiles pendulum_native.c if need be (BUILD), integrates five periods with
%   the C model, with M, f, g as .m functions from which the rest is derived, and with .m functions that
%   are called ('derive', 'off'), and prints steps, calls of .m functions, time and the largest distance
%   of the positions from those of the C model. RESULT is a struct array with these numbers.
%
%   What to expect: the three take the same steps, and their positions agree to rounding, although C
%   model and derived model have an exact Jacobian and the other takes differences. What is recorded
%   calls nothing outside either, and takes hardly longer than C: 1.1 ms and 1.35 ms where this was
%   written, 0.6 s with functions that are called and G by hand. A model in C is for equations that are in C
%   already, and for what cannot be recorded.
%
%   Then the length is changed: geomssys (sys, 'parameters', q). The period grows as sqrt (L).
%
%   Takes about 1 s.
%
%   See also BUILD, GEOMSSYS.

addpath (fullfile (fileparts (mfilename ('fullpath')), '..', '..', 'toolbox'));
L = 1;
g = 13.750371636040745655;  % period 2 from a horizontal start
sys = geomssys ('library', build (), 'symbol', 'pendulum', 'parameters', [L g]);

x0 = struct ('p', [L; 0]);
t = linspace (0, 10, 101);
[recorded, called] = in_m (L, g);
systems = {'C', sys; '.m, recorded', recorded; '.m, called', called};
result = struct ('name', {}, 'steps', {}, 'callbacks', {}, 'seconds', {}, 'distance', {});
for i = 1:3
    sol = geoms (systems{i, 2}, t, x0, 'RelTol', 1e-8, 'AbsTol', 1e-8);
    if i == 1
        first = sol;
    end
    result(i) = struct ('name', systems{i, 1}, 'steps', sol.stats.nsteps, ...
        'callbacks', sol.stats.callbacks, 'seconds', sol.stats.seconds, ...
        'distance', max (max (abs (sol.p - first.p))));
end
fprintf ('\n  %-16s %8s %10s %12s %10s\n', 'pendulum', 'steps', 'callbacks', 'time', 'distance');
for r = result
    fprintf ('  %-16s %8d %10d %9.2f ms %10.1e\n', r.name, r.steps, r.callbacks, ...
        1e3 * r.seconds, r.distance);
end

fprintf ('\n  %-16s %8s\n', 'length', 'period');
for L = [0.25 1 4]
    fprintf ('  %-16g %8.5f\n', L, period (geomssys (sys, 'parameters', [L g]), L));
end
fprintf ('\n');

end

% the same in .m functions; those that are called need the levels that are derived of the others
function [recorded, called] = in_m (L, g)
terms = {'mass', [1 1], 'force', @(t,p,v) [0; -g], 'constraint', @(t,p) p'*p - L^2};
recorded = geomssys (terms{:}, 'derive', 'on');
called = geomssys (terms{:}, 'constraintJacobian', @(t,p) 2*p', 'constraintAcceleration', ...
    @(t,p,v) 2*(v'*v), 'derive', 'off');
end

% four times the time until the pendulum, let go in a horizontal position, is at its lowest point
function T = period (sys, L)
sol = geoms (sys, [0, 1.2 * sqrt(L)], struct ('p', [L; 0]), 'RelTol', 1e-10, 'AbsTol', 1e-10);
places = sol.extdata.index.p;
at = @(t) first_of (geomsval (sol, t), places);
T = 4 * fzero (at, [0.2, 1.1] * sqrt (L));
end

function p = first_of (y, places)
p = y(places(1));
end
