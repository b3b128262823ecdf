function [passed, failed] = test_geomsplot ()
%TEST_GEOMSPLOT  The figure: panels, curves, legends.

cases = {
    'four panels for a constrained system', @constrained
    'no multipliers and residuals without constraints', @unconstrained
    'names stand in the legend', @names
    'one point, partial solutions, no dense data', @small
    'something else is refused', @refused};
old = get (0, 'DefaultFigureVisible');
restorer = onCleanup (@() set (0, 'DefaultFigureVisible', old));
set (0, 'DefaultFigureVisible', 'off');
[passed, failed] = geoms_suite ('geomsplot', cases);

end

function [panels, fig] = drawn (sol)
fig = geomsplot (sol);
panels = findall (fig, 'Type', 'axes');
panels = panels(~strcmp (get (panels, 'Tag'), 'legend'));
panels = flipud (panels(:));
end

function sol = pendulum_solution (varargin)
sol = geoms (pendulum ('vectorized', varargin{:}), [0 1], struct ('p', [1; 0]));
end

function constrained ()
sol = pendulum_solution ();
[panels, fig] = drawn (sol);
closer = onCleanup (@() close (fig));
check (numel (panels) == 4);
counts = arrayfun (@(a) numel (findall (a, 'Type', 'line')), panels);
check (isequal (counts(:)', [4 1 3 1]), '%s', mat2str (counts));
check (strcmp (get (panels(3), 'YScale'), 'log') && strcmp (get (panels(4), 'YScale'), 'log'));
end

function unconstrained ()
sol = geoms (geomssys ('mass', 1, 'force', @(t,p,v) -p), [0 1], struct ('p', 1));
[panels, fig] = drawn (sol);
closer = onCleanup (@() close (fig));
check (numel (panels) == 2);
end

function names ()
sol = pendulum_solution ('names', struct ('p', {{'left', 'up'}}));
[~, fig] = drawn (sol);
closer = onCleanup (@() close (fig));
texts = get (findall (fig, 'Type', 'line'), 'DisplayName');
check (any (strcmp (texts, 'left')) && any (strcmp (texts, 'v_2')));
end

function small ()
sols = {geoms(pendulum ('vectorized'), [0 1], struct ('p', [1; 0]), 'Dense', 'off'), ...
    geoms(pendulum ('vectorized'), [0 1], struct ('p', [1; 0]), 'MaxSteps', 1, 'Display', ...
        'off'), ...
    geoms(pendulum ('vectorized'), [1 0], struct ('p', [1; 0])), ...
    geoms(pendulum ('vectorized'), [0 1], struct ('p', [1; 0]), 'Residuals', 'off')};
redundant = geomssys ('mass', 1, 'force', @(t,p,v) p, 'constraint', @(t,p) [p; p], ...
    'constraintJacobian', @(t,p) [1; 1], 'constraintAcceleration', @(t,p,v) [0; 0]);
sols{end + 1} = geoms (redundant, [0 1], struct ('p', 0), 'Display', 'off');
for i = 1:numel (sols)
    [panels, fig] = drawn (sols{i});
    close (fig);
    check (numel (panels) == 4);
end
end

function refused ()
check_error ('geoms:plot:solution', @() geomsplot (3));
check_error ('geoms:plot:solution', @() geomsplot (struct ('x', 1)));
end

%!test
%! [~, failed] = test_geomsplot ();
%! assert (failed, 0);
