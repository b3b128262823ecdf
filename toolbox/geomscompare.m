function [res, reference] = geomscompare (sys, tspan, varargin)
%GEOMSCOMPARE  Formulations, methods and tolerances side by side, on a system of your own.
%   RES = GEOMSCOMPARE (SYS, TSPAN, X0) integrates SYS over TSPAN from X0 (as in GEOMS) with every
%   formulation at several tolerances, prints a table, and draws two figures: work and precision,
%   and the drift off the constraints over time. Of a tree of bodies X0 may be left out.
%   [RES, REFERENCE] = GEOMSCOMPARE (...) also returns the solution that the others are compared to.
%   GEOMSCOMPARE (..., 'Name', value, ...) with these names:
%     Formulations  words of GEOMSSET, one or a cell of them; default: all
%     Methods       words of GEOMSSET, one or a cell of them; 'auto' (default) is the method that
%                   each formulation prefers. All formulations run with all methods
%     Contenders    instead of these two: a cell of cells, {{formulation, method}, ...}. Further
%                   options of one may follow: {'uode', 'auto', 'Project', 'on'}
%     Tolerances    values of RelTol; default [1e-3 1e-5 1e-7]
%     AbsTol        divided by RelTol: a number (default 1), a value for each unknown, or a struct
%                   with the fields p, v, ... as in GEOMSSET. Errors are measured relative to this
%                   plus the largest value of the component, as tolerances are
%     Steps         for bdf-fixed and trapezoidal, in the place of Tolerances: their step sizes. The
%                   smallest tolerance is then that of Newton's method
%     Energy        @(t,p,v), residual form @(t,x): a number that should not change. Called for one
%                   time after the other, also if the system is vectorized
%     Reference     a solution of GEOMS to compare with; its error should be the smallest
%     Times         number of times of comparison, equally spaced; default 201. If TSPAN has more
%                   than two times, these are taken
%     Options       struct of GEOMSSET: further options of all runs on which they have an effect
%                   (MaxOrder is for bdf and radau, Independent for partition-fixed only, and so on)
%     Display       'on' (default), 'off': the table
%     Plot          'on' (default), 'off': the figures
%
%   GEOMSCOMPARE (RES) prints the table and draws the figures of an earlier comparison again.
%   GEOMSCOMPARE (RES, 'precision'), GEOMSCOMPARE (RES, 'drift') draws one of them into the current
%   figure; GEOMSCOMPARE (RES, 'table') prints; GEOMSCOMPARE (RES, 'all') is GEOMSCOMPARE (RES).
%   GEOMSCOMPARE (RES, 'precision', 'File', 'x.png'), or 'drift', draws into a file (PNG, PDF or SVG)
%   instead, of 'Size' [width height] in pixels, 100 for an inch; default [1000 560], [750 750]. Names of
%   contenders stand beside the curves, also of those that have failed.
%
%   RES is a struct array with an entry for each run:
%     formulation, method   what ran; options: those of its own, as a text
%     tolerance, step       RelTol; step size, NaN if it was variable
%     status         'ok', 'event' (a terminal one), 'failed', 'time is up': what RES tells is then
%                    that of the part up to reached. 'impossible': system, formulation and method
%                    do not fit; one entry for all tolerances
%     message        why
%     reached        time at the end of the run
%     steps, rejected
%     evaluations    of the equations of motion, those for Jacobians included
%     calls          of the functions of SYS, each for one or many points
%     seconds, secondsCallbacks    computing time, and what of it the functions of SYS take
%     error          of p, v and r: largest difference to REFERENCE at the ends of the steps
%     errorTimes     the same at the times of comparison: dense output has its own error
%     errorMultipliers    of lambda and mu at the ends of the steps, without those that are not
%                    unique
%     uncertainty    of the reference, 3 x 1, for these three: errors below it say little
%     drift          3 x 1: largest residual of position, velocity and acceleration constraints at
%                    the ends of the steps, as in SOL.residual.relative of GEOMS
%     energy         largest change of Energy from its value at the start; NaN without it
%     t, violation   ends of the steps, and the residuals there (3 x k)
%
%   REFERENCE is a run with psf (psi1 if the system gives no acceleration level) at 1e-5 times the
%   smallest tolerance, at least 1e-13: so small because its dense output is needed at the steps of
%   the others. Another run at ten times this tolerance gives its uncertainty.
%   Steps, evaluations, calls and seconds are those of a run that keeps nothing but its steps. It
%   comes after one that measures the errors, and is repeated, at most five times, while all of them
%   together take less than 0.5 s; the least time counts. A run that takes five times as long as the
%   reference, and more than 10 s, is ended (if Options has MaxWallTime: after that).
%
%   A pair that is impossible, and a run that fails, is told in the table; wrong input is an error,
%   and an error in one of the functions of SYS comes back unchanged.
%
%   Example: a pendulum
%       sys = geomssys ('mass', eye (2), 'force', @(t,p,v) [0; -9.81], ...
%           'constraint', @(t,p) p'*p - 1, 'derive', 'on');
%       res = geomscompare (sys, [0 5], struct ('p', [1; 0]), 'Tolerances', [1e-4 1e-6], ...
%           'Contenders', {{'psf', 'radau5'}, {'psf', 'dopri5'}, {'partition-qr', 'dopri5'}, ...
%               {'partition-qr', 'dopri5', 'Project', 'on'}}, ...
%           'Energy', @(t,p,v) (v'*v)/2 + 9.81*p(2));
%
%   See also GEOMS, GEOMSSET, GEOMSPLOT.

if nargin > 0 && isstruct (sys) && isfield (sys, 'formulation')
    what = 'all';
    if nargin > 1
        what = tspan;
    end
    show (sys, what, varargin);
    if nargout > 0
        res = sys;
        reference = [];
    end
    return
end
needs = 'geomscompare needs a system, a time span and initial values, or what it has returned.';
if nargin < 2
    error ('geoms:arguments:number', '%s', needs);
end
[x0, list] = run_arguments (sys, varargin, needs);
c = cmp_arguments (check_tspan (tspan), list);
c = cmp_contenders (c);
[c, reference] = cmp_reference (sys, x0, c);
talk = strcmp (c.Display, 'on');
if talk
    cmp_table (c, reference);
end
res = [];
for who = c.contenders
    for value = who.values
        one = cmp_run (sys, x0, c, who, value);
        res = [res; one]; %#ok<AGROW>
        if talk
            cmp_table (c, one);
        end
        if strcmp (one.status, 'impossible')
            break
        end
    end
end
if strcmp (c.Plot, 'on')
    draw (res);
end

end

function draw (res)
for what = {'precision', 'drift'}
    plot_figure (plot_on_screen (usual_size (what{1})), '');
    cmp_plot (res, what{1});
end
end

function pixels = usual_size (what)
pixels = [1000 560];
if strcmp (what, 'drift')
    pixels = [750 750];
end
end

function show (res, what, list)
check_comparison (res);
if ~ischar (what) || size (what, 1) ~= 1 ...
        || ~any (strcmpi (what, {'all', 'table', 'precision', 'drift'}))
    error ('geoms:compare:show', ['What a comparison shows again is one of the words ''table'', ', ...
        '''precision'', ''drift'' and ''all'' (default), not %s.'], check_described (what));
end
what = lower (what);
if ~isempty (list)
    draw_into_file (res, what, list);
    return
end
switch what
    case 'all'
        cmp_table (res);
        draw (res);
    case 'table'
        cmp_table (res);
    otherwise
        cmp_plot (res, what);
end
end

function draw_into_file (res, what, list)
where = 'geomscompare (res, ...)';
o = tree_options (list, {'File', 'Size'}, where);
if ~isfield (o, 'File') || ~any (strcmp (what, {'precision', 'drift'}))
    error ('geoms:compare:show', ['Into a file goes one of the figures: geomscompare (res, ', ...
        '''precision'', ''File'', ''x.png''), or ''drift''.']);
end
o = plot_file_options (o, where, usual_size (what));
fig = plot_figure (o.Size, o.File);
closer = onCleanup (@() close (fig)); %#ok<NASGU>
cmp_plot (res, what);
plot_file (fig, o.File);
end

%!test # psf keeps all levels, uode does not; a pair that does not exist is told
%! sys = geomssys ('mass', eye (2), 'force', @(t,p,v) [0; -9.81], 'constraint', @(t,p) p'*p - 1, ...
%!     'constraintJacobian', @(t,p) 2*p', 'constraintAcceleration', @(t,p,v) 2*(v'*v));
%! res = geomscompare (sys, [0 1], struct ('p', [1; 0]), 'Contenders', {{'psf', 'radau5'}, ...
%!     {'uode', 'dopri5'}, {'psi1', 'dopri5'}}, 'Tolerances', 1e-5, 'Display', ...
%!     'off', 'Plot', 'off');
%! assert ({res.status}, {'ok', 'ok', 'impossible'});
%! assert (max (res(1).drift) < 1e-12 && res(2).drift(1) > 1e-9);
%! assert (res(1).error > 0 && res(1).error < 1e-3);
%!error <Did you mean 'Formulations'> geomscompare (geomssys ('mass', 1, 'force', @(t,p,v) -p), ...
%!     [0 1], struct ('p', 1), 'Formulation', 'psf')
