function figure_handle = geomsplot (sol, varargin)
%GEOMSPLOT  Draws a solution: states, multipliers, residuals of the constraints, step sizes.
%   GEOMSPLOT (SOL) draws what GEOMS has returned into a new figure:
%     states        p and v over t
%     multipliers   lambda and mu (left out if there are none)
%     residuals     largest relative residual on position, velocity and acceleration level,
%                   logarithmic; zeros are drawn at 1e-17
%     step sizes    of the accepted steps, logarithmic
%   H = GEOMSPLOT (SOL) returns the figure.
%
%   The names of GEOMSSYS ('names', ...) stand beside the curves.
%
%   Example:
%       sys = geomssys ('mass', eye (2), 'force', @(t,p,v) [0; -9.81], ...
%           'constraint', @(t,p) p'*p - 1, 'derive', 'on', 'names', struct ('p', {{'x', 'y'}}));
%       geomsplot (geoms (sys, [0 3], struct ('p', [1; 0])))
%
%   See also GEOMS.

if nargin ~= 1
    error ('geoms:arguments:number', 'geomsplot draws what geoms returns: geomsplot (geoms (...)).');
end
check_solution (sol, 'geoms:plot:solution');

parts = {'states', 'residuals', 'steps'};
if ~isempty ([sol.lambda; sol.mu])
    parts = {'states', 'multipliers', 'residuals', 'steps'};
elseif isempty (sol.residual.position) && isempty (sol.residual.invariant)
    parts = {'states', 'steps'};
end
count = numel (parts);
inches = [7.5, 1 + 1.9 * count];
fig = figure ('paperunits', 'inches', 'papersize', inches, 'paperposition', [0, 0, inches]);
set (fig, 'position', [80, 80, 100 * inches]);
for i = 1:count
    % all panels have the same width; names stand to the right of them
    height = 0.9 / count;
    axes ('position', [0.12, 0.07 + (count - i) * height, 0.66, 0.78 * height]); %#ok<LAXES>
    switch parts{i}
        case 'states'
            draw (sol, {'p', 'v'});
        case 'multipliers'
            draw (sol, {'lambda', 'mu'});
        case 'residuals'
            draw_residuals (sol);
        case 'steps'
            draw_steps (sol);
    end
    ylabel (parts{i});
    if sol.t(1) ~= sol.t(end)
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
name_curves (plot (sol.t, y), labels);
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
curves = semilogy (sol.t, max (sol.residual.relative, 1e-17)');
top = max (1e-12, 10 * max ([sol.residual.relative(:); 0]));
ylim ([1e-17, top]);
set (gca (), 'ytick', 10 .^ (-17:ceil ((log10 (top) + 17) / 6):log10 (top)));
name_curves (curves, {'position', 'velocity', 'acceleration'});
end

function draw_steps (sol)
t = sol.idata.dense.t;
if isempty (t)
    t = [sol.t(1:end - 1); sol.t(2:end)];
end
semilogy (mean (t, 1), abs (diff (t, 1, 1)), '.-');
end

% in the colours of the curves, beside the panel, in two columns; not all if there are many
function name_curves (curves, labels)
each = 8;
count = numel (curves);
for i = 1:count
    set (curves(i), 'DisplayName', labels{i});
    if i > 2 * each
        continue
    end
    label = labels{i};
    if i == 2 * each && count > i
        label = '...';
    end
    text (1.02 + 0.17 * (i > each), 1 - (mod (i - 1, each) + 0.5) / each, label, ...
        'units', 'normalized', 'color', get (curves(i), 'color'));
end
end

%!test
%! sys = geomssys ('mass', 1, 'force', @(t,p,v) -p);
%! old = get (0, 'defaultfigurevisible');
%! set (0, 'defaultfigurevisible', 'off');
%! fig = geomsplot (geoms (sys, [0 1], struct ('p', 1)));
%! set (0, 'defaultfigurevisible', old);
%! assert (ishghandle (fig));
%! close (fig);
