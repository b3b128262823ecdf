function figure_handle = geomsplot (sol, varargin)
%GEOMSPLOT  Draws a solution: unknowns, residuals of the constraints, step sizes, on a page.
%   GEOMSPLOT (SOL) draws what GEOMS has returned into a new figure, a panel for each kind of unknown
%   that there is, one for the residuals of the constraints, one for the step sizes. It fits the screen,
%   and a page when it is printed. Names stand to the right of the curves; of many unknowns those are
%   drawn that move most. Between steps that are far apart the dense output is drawn. Events are thin
%   vertical lines. The line at the top tells what ran, and what ended it.
%   H = GEOMSPLOT (SOL, ...) returns the figure.
%   GEOMSPLOT (SOL, SYS, ...) with the system of the run; the energy of a tree of bodies needs it.
%   GEOMSPLOT (..., 'Name', value, ...) with these names:
%     Panels    which, from top to bottom: one or a cell of
%                 'p', 'v', 'r', 'w', 's', 'lambda', 'mu'   unknowns
%                 'record'     what the option Record of GEOMSSET has recorded
%                 'residual'   largest relative residual of the position, velocity and acceleration
%                              constraints, and of invariants the largest value; all <= 1e-17 are
%                              drawn there. The names have the largest of all times
%                 'step'       sizes of the accepted steps; how many were accepted and rejected, and
%                              with which orders
%                 'energy'     of a tree: kinetic, potential, their sum, work (GEOMSENERGY)
%               default: all that there are, without the energy
%     Select    which unknowns are drawn: their names (one or a cell of them), or their numbers in
%               each panel, or a struct of such by block: struct ('p', [1 3], 'v', {{'crank.v'}}). A
%               name is that of GEOMSSYS ('names', ...) or GEOMSTREE, or 'p(3)', or the name of a body
%               for all that belongs to it. Panels of unknowns without any of them are left out,
%               unless Panels asks for them
%     Curves    number of curves in a panel at most, of what Select has not chosen; default 8
%     Time      [from to]: this part of the run
%     Units     struct of texts for the axes: struct ('t', 's', 'p', 'rad', 'step', 's')
%     Title     text in the place of the line at the top; '' for none
%     File      'x.png', 'x.pdf' or 'x.svg': into this file instead of onto the screen. It needs no
%               display
%     Size      [width height] in pixels, 100 for an inch; default [750 h] with h <= 1000
%
%   Example:
%       sys = geomssys ('mass', eye (2), 'force', @(t,p,v) [0; -9.81], ...
%           'constraint', @(t,p) p'*p - 1, 'derive', 'on', 'names', struct ('p', {{'x', 'y'}}));
%       sol = geoms (sys, [0 3], struct ('p', [1; 0]), 'Events', @(t,p,v) p(1));
%       geomsplot (sol)
%       geomsplot (sol, 'Panels', {'p', 'residual'}, 'Select', 'y', 'Time', [1 2], 'Units', ...
%           struct ('t', 's', 'p', 'm'), 'File', 'pendulum.png')
%
%   See also GEOMS, GEOMSCOMPARE, GEOMSANIMATE, GEOMSENERGY, GEOMSPRINT.

if nargin < 1
    error ('geoms:arguments:number', 'geomsplot draws what geoms returns: geomsplot (geoms (...)).');
end
if isstruct (sol) && numel (sol) > 1 && isfield (sol, 'solver')
    error ('geoms:plot:solution', ['These are %d solutions, those of a sweep, say: draw one after ', ...
        'the other, geomsplot (results(1)).'], numel (sol));
end
sys = [];
if ~isempty (varargin) && isstruct (varargin{1})
    sys = varargin{1};
    varargin(1) = [];
    check_system (sys);
end
check_solution (sol, 'geoms:plot:solution');
o = plot_options (sol, sys, varargin);
fig = plot_page (o, plot_panels (sol, sys, o));
if ~isempty (o.File)
    plot_file (fig, o.File);
end
if nargout > 0
    figure_handle = fig;
elseif ~isempty (o.File)
    close (fig);
end

end

%!testif ; ! isempty (available_graphics_toolkits ())
%! sys = geomssys ('mass', 1, 'force', @(t,p,v) -p);
%! old = get (0, 'defaultfigurevisible');
%! set (0, 'defaultfigurevisible', 'off');
%! fig = geomsplot (geoms (sys, [0 1], struct ('p', 1)));
%! set (0, 'defaultfigurevisible', old);
%! assert (ishghandle (fig));
%! close (fig);
%!error <Did you mean 'residual'>
%! sys = geomssys ('mass', 1, 'force', @(t,p,v) -p);
%! geomsplot (geoms (sys, [0 1], struct ('p', 1)), 'Panels', 'residuals');
