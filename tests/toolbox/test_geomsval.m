function [passed, failed] = test_geomsval ()
%TEST_GEOMSVAL  Dense output.

cases = {
    'between the steps it is as good as the steps', @between
    'the ends of the steps are met', @step_ends
    'the derivative is the derivative', @derivative
    'with the system: on the constraints, with residuals', @projected
    'projected values are those of requested times', @like_requested
    'Project off: nothing is moved, residuals tell', @not_projected
    'any shape of t, and none', @shapes
    'decreasing time span', @decreasing
    'across events that restart the run', @across_events
    'times outside, no dense data, wrong arguments', @refused
    'an error of a user function comes back unchanged', @user_error};
[passed, failed] = geoms_suite ('geomsval', cases);

end

function [sol, sys] = solved (varargin)
sys = pendulum ('vectorized');
sol = geoms (sys, [0 2], struct ('p', [1; 0]), 'RelTol', 1e-8, 'AbsTol', 1e-8, varargin{:});
end

function between ()
sol = solved ();
t = linspace (0, 2, 101);
check_close (geomsval (sol, t), pendulum_exact (t), 5e-6);
end

function step_ends ()
sol = solved ();
check_close (geomsval (sol, sol.t), sol.y, 1e-13);
end

function derivative ()
sol = solved ();
t = linspace (0.1, 1.9, 50);
h = 1e-5;
[~, yp] = geomsval (sol, t);
quotient = (geomsval (sol, t + h) - geomsval (sol, t - h)) / (2 * h);
check_close (yp, quotient, 7e-7);
x = pendulum_exact (t);
check_close (yp(4:5, :), x(2:3, :), 1e-4);
end

function projected ()
[sol, sys] = solved ();
t = linspace (0, 2, 33);
[y, yp, res] = geomsval (sol, t, sys);
check (all (res.relative(:) <= 1e-12) && isequal (size (res.relative), [3 33]));
check_close (res.position, sum (y(4:5, :).^2, 1) - 1, 1e-15);
check_close (y, pendulum_exact (t), 5e-6);
check (isequal (size (yp), size (y)));
end

function like_requested ()
[sol, sys] = solved ();
t = [0 0.3 1.1 2];
other = geoms (sys, t, struct ('p', [1; 0]), 'RelTol', 1e-8, 'AbsTol', 1e-8);
check_close (geomsval (sol, t, sys), other.y, 3e-8);
% runs that 'auto' does not project are not moved here either
for formulation = {'partition-svd', 'uode', 'index1-implicit'}
    opts = geomsset ('Formulation', formulation{1}, 'RelTol', 1e-5, 'AbsTol', 1e-5);
    sol = geoms (sys, [0 2], struct ('p', [1; 0]), opts);
    other = geoms (sys, t, struct ('p', [1; 0]), opts);
    [y, ~, res] = geomsval (sol, t, sys);
    check_close (y, other.y, 1e-8);
    check (max (res.relative(1, :)) > 1e-9);
end
end

function not_projected ()
[sol, sys] = solved ('Project', 'off');
t = linspace (0.05, 1.95, 20);
[y, ~, res] = geomsval (sol, t, sys);
check (isequal (y, geomsval (sol, t)));
check (max (res.relative(:)) > 1e-13);
check_close (res.position, sum (y(4:5, :).^2, 1) - 1, 1e-15);
end

function shapes ()
[sol, sys] = solved ();
check (isequal (geomsval (sol, [0.1; 0.2]), geomsval (sol, [0.1 0.2])));
check (isequal (size (geomsval (sol, [])), [5 0]));
[y, yp, res] = geomsval (sol, [], sys);
check (isequal (size (y), [5 0]) && isequal (size (yp), [5 0]) && isequal (size (res.relative), ...
    [3 0]));
end

function decreasing ()
sys = geomssys ('mass', 1, 'force', @(t,p,v) -p);
sol = geoms (sys, [1 -1], struct ('p', cos (1), 'v', -sin (1)), 'RelTol', 1e-8, 'AbsTol', 1e-8);
t = linspace (-1, 1, 21);
y = geomsval (sol, t);
check_close (y(2, :), cos (t), 1e-5);
end

function across_events ()
sys = geomssys ('mass', 1, 'force', @(t,p,v) -1);
sol = geoms (sys, [0 4], struct ('p', 0.5), 'Events', @(t,p,v) deal (p, 0, -1), 'EventAction', ...
    @(t,p,v,z,ie) deal (p, -v), 'MaxStep', 0.5);
t = linspace (0, 4, 81);
since = mod (t + 1, 2) - 1;
y = geomsval (sol, t);
check_close (y(2, :), (1 - since.^2) / 2, 1e-12);
inside = abs (abs (since) - 1) > 1e-9;
check_close (y(1, inside), -since(inside), 1e-12);
end

function refused ()
[sol, sys] = solved ();
check_error ('geoms:val:range', @() geomsval (sol, [1 2.5]), 't(2) = 2.5');
check_error ('geoms:val:range', @() geomsval (sol, NaN));
check_error ('geoms:val:type', @() geomsval (sol, 'a'));
check_error ('geoms:val:type', @() geomsval (sol, 1i), 'not a complex double');
other = geomssys ('mass', 1, 'force', @(t,p,v) -p);
check_error ('geoms:val:system', @() geomsval (sol, 1, other), 'not that of the solution');
check_error ('geoms:val:solution', @() geomsval (3, 1));
check_error ('geoms:arguments:number', @() geomsval (sol));
check_error ('geoms:val:system', @() residuals_without_system (sol));
check_error ('geoms:system:sys', @() geomsval (sol, 1, 3));
sol = geoms (sys, [0 1], struct ('p', [1; 0]), 'Dense', 'off');
check_error ('geoms:dense:missing', @() geomsval (sol, 0.5), 'Dense');
end

function residuals_without_system (sol)
[~, ~, res] = geomsval (sol, 1); %#ok<ASGLU>
end

function user_error ()
[sol, sys] = solved ();
sys.functions.force = @(t,p,v) mine (t);
check_error ('my:own:error', @() geomsval (sol, 1, sys));
end

function f = mine (t)
f = zeros (2, numel (t));
if any (t > 0)
    error ('my:own:error', 'mine');
end
end

%!test
%! [~, failed] = test_geomsval ();
%! assert (failed, 0);
