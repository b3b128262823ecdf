function times = geomsanimate (sol, sys, varargin)
%GEOMSANIMATE  Moving picture of a run: on the screen, as a GIF, or as pictures.
%   GEOMSANIMATE (SOL, SYS, 'Name', value, ...) shows the bodies of a tree (GEOMSTREE) with their
%   'shape' (GEOMSADDBODY), joints, wheels, springs, rods, thin lines along which bodies slide, and
%   the ground; SYS is the system GEOMSSYS (TREE) that GEOMS has integrated, with its dense data. Of
%   other systems, what 'Points' or 'Draw' tell.
%     'File'        'x.gif', or 'frames/x%03d.png' for a picture of each frame, numbered from 1;
%                   needs no display. Default: on the screen
%     'Times'       the times of the frames. Default: as 'FrameRate' and 'Speed' say
%     'FrameRate'   frames per second; default 25
%     'Speed'       seconds of the run per second of the film; default 1 for runs of 1 to 30 s,
%                   otherwise such that the film takes 10 s
%     'View'        [azimuth elevation] in degrees, seen against gravity as upwards; default
%                   [-37.5 30], of planar trees [0 90], x to the right, y upwards
%     'Trace'       a point of a body (as in GEOMSMOTION) whose path is drawn, or a cell of several
%     'Follow'      a point of a body that stays in the middle; the picture holds what moves, and shows
%                   of what stands (the ground, bodies fixed to it, paths) what is near
%     'Size'        [width height] of the picture in pixels; default [480 400]
%     'Points'      @(t, x) of a state x like a column of SOL.y: 2 x m or 3 x m, points that lines
%                   join, NaN between lines. It takes the place of bodies
%     'Draw'        @(t, x) draws with the usual commands (plot, ...) into empty axes, all of it
%   TIMES = GEOMSANIMATE (...) returns the times of the frames.
%
%   Example: a double pendulum, and the path of its end
%       rod = {'mass', 1, 'com', [0.5 0], 'inertia', 1/12};
%       tree = geomsaddbody (geomstree ('planar', true), 'upper', rod{:});
%       tree = geomsaddbody (tree, 'lower', 'parent', 'upper', 'at', [1 0], rod{:});
%       sys = geomssys (tree);
%       sol = geoms (sys, [0 2]);
%       geomsanimate (sol, sys, 'Trace', {{'lower', [1 0]}}, 'File', 'pendulum.gif')
%
%   See also GEOMSMOTION, GEOMSPLOT, GEOMSADDBODY, GEOMSTREE, GEOMS.

if nargin < 2
    error ('geoms:arguments:number', ['geomsanimate needs a solution and its system: ', ...
        'geomsanimate (sol, sys).']);
end
check_solution (sol, 'geoms:results:solution');
check_system (sys);
o = anim_options (sol, sys, varargin);
if isfield (o, 'Draw')
    x = geomsval (sol, o.Times, sys);
    show = @(ax, j) o.Draw (o.Times(j), x(:, j));
else
    if isfield (o, 'Points')
        parts = anim_points (o, geomsval (sol, o.Times, sys));
    else
        parts = anim_tree (sol, sys, o);
    end
    [parts, limits] = anim_limits (parts, o.Size);
    show = anim_lines (parts, limits);
end
anim_film (o, show, isfield (o, 'Draw'));
if nargout > 0
    times = o.Times;
end

end

%!testif ; ! isempty (available_graphics_toolkits ()) # a GIF with three frames
%! sys = geomssys (geomsaddbody (geomstree (), 'arm', 'axis', 'y', 'mass', 1, 'com', [1 0 0], ...
%!     'inertia', 1));
%! file = [tempname(), '.gif'];
%! geomsanimate (geoms (sys, [0 1]), sys, 'File', file, 'Times', [0 0.5 1], 'Size', [120 100]);
%! assert (numel (imfinfo (file)), 3);
%! delete (file);
%!error <Did you mean 'Speed'>
%! sys = geomssys (geomsaddbody (geomstree (), 'arm', 'mass', 1, 'inertia', 1));
%! geomsanimate (geoms (sys, [0 1]), sys, 'Sped', 2);
