function figure_handle = geomsplot (sol)
%GEOMSPLOT  Draws a solution: states, multipliers, residuals of the constraints, step sizes.
%   GEOMSPLOT (SOL) draws what GEOMS has returned into a new figure:
%     states        p and v over t
%     multipliers   lambda and mu (left out if there are none)
%     residuals     largest relative residual on position, velocity and acceleration level,
%                   logarithmic; zeros are drawn at 1e-17
%     step sizes    of the accepted steps, logarithmic
%   H = GEOMSPLOT (SOL) returns the figure.
%
%   The names of GEOMSSYS ('names', ...) stand in the legends.
%
%   Example:
%       sys = geomssys ('mass', eye (2), 'force', @(t,p,v) [0; -9.81], ...
%           'constraint', @(t,p) p'*p - 1, 'constraintJacobian', @(t,p) 2*p', ...
%           'constraintAcceleration', @(t,p,v) 2*(v'*v), 'names', struct ('p', {{'x', 'y'}}));
%       geomsplot (geoms (sys, [0 3], struct ('p', [1; 0])))
%
%   See also GEOMS.

if nargin < 1 || ~isstruct (sol) || ~isfield (sol, 'solver') || ~isequal (sol.solver, 'geoms')
    error ('geoms:plot:solution', 'geomsplot draws what geoms returns: geomsplot (geoms (...)).');
end

blocks = {'p', 'v'};
parts = {'states', 'residuals', 'steps'};
multipliers = [sol.lambda; sol.mu];
if ~isempty (multipliers)
    parts = {'states', 'multipliers', 'residuals', 'steps'};
elseif isempty (sol.residual.position)
    parts = {'states', 'steps'};
end
fig = figure ();
for i = 1:numel (parts)
    subplot (numel (parts), 1, i);
    switch parts{i}
        case 'states'
            draw (sol, blocks);
        case 'multipliers'
            draw (sol, {'lambda', 'mu'});
        case 'residuals'
            draw_residuals (sol);
        case 'steps'
            draw_steps (sol);
    end
    ylabel (parts{i});
    if numel (sol.t) > 1
        xlim (sort (sol.t([1, end])));
    end
end
xlabel ('t');
if nargout > 0
    figure_handle = fig;
end

end

function draw (sol, blocks)
labels = {};
y = zeros (0, numel (sol.t));
for i = 1:numel (blocks)
    y = [y; sol.(blocks{i})]; %#ok<AGROW>
    labels = [labels, labels_of(sol, blocks{i})]; %#ok<AGROW>
end
plot (sol.t, y);
if numel (labels) <= 8
    name_curves (labels);
end
end

function labels = labels_of (sol, block)
count = size (sol.(block), 1);
names = sol.extdata.names;
if isstruct (names) && isfield (names, block)
    labels = reshape (names.(block), 1, []);
elseif count == 1
    labels = {block};
else
    labels = arrayfun (@(j) sprintf ('%s_%d', block, j), 1:count, 'UniformOutput', false);
end
end

function draw_residuals (sol)
semilogy (sol.t, max (sol.residual.relative, 1e-17)');
ylim ([1e-17, max(1e-12, 10 * max ([sol.residual.relative(:); 0]))]);
name_curves ({'position', 'velocity', 'acceleration'});
end

% above the panel, so that all panels have the same time axis
function name_curves (labels)
legend (labels{:}, 'Location', 'NorthOutside', 'Orientation', 'horizontal');
end

function draw_steps (sol)
t = sol.idata.step_t;
if isempty (t)
    t = [sol.t(1:end - 1); sol.t(2:end)];
end
semilogy (mean (t, 1), abs (diff (t, 1, 1)), '.-');
end

%!test
%! sys = geomssys ('mass', 1, 'force', @(t,p,v) -p);
%! old = get (0, 'defaultfigurevisible');
%! set (0, 'defaultfigurevisible', 'off');
%! fig = geomsplot (geoms (sys, [0 1], struct ('p', 1)));
%! set (0, 'defaultfigurevisible', old);
%! assert (ishghandle (fig));
%! close (fig);
