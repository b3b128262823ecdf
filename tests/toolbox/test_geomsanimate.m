function [passed, failed] = test_geomsanimate ()
%TEST_GEOMSANIMATE  Films: numbers of frames, what is on them, and what is refused.

cases = {
    'a GIF has all frames and its rate', @gif
    'times of the frames', @times
    'pictures: a rod is where it belongs', @rod
    'shapes, springs, joints, markers and paths in space and plane', @shapes
    'a picture that moves along with a body', @follow
    'a crane: its rope, and the slide of its trolley', @crane
    'the rim of a wheel, the outlines of a ball', @rims
    'other systems: points and own drawings', @others
    'shapes that are refused', @shapes_refused
    'refused', @refused};
[passed, failed] = geoms_suite ('geomsanimate', cases);

end

function tree = arm (varargin)
tree = geomsaddbody (geomstree ('planar', true), 'arm', 'mass', 1, 'com', [0.5 0], 'inertia', ...
    1/12, varargin{:});
end

function [folder, cleaner] = scratch ()
folder = tempname ();
mkdir (folder);
cleaner = onCleanup (@() remove (folder));
end

function remove (folder)
delete (fullfile (folder, '*'));
rmdir (folder);
end

function gif ()
[folder, cleaner] = scratch (); %#ok<ASGLU>
sys = geomssys (arm ());
sol = geoms (sys, [0 2]);
file = fullfile (folder, 'x.gif');
t = geomsanimate (sol, sys, 'File', file, 'FrameRate', 2, 'Size', [160 120]);
check_close (t, 0:0.5:2, 1e-12);
found = imfinfo (file);
check (numel (found) == 5, '%d frames', numel (found));
check (found(1).Width == 160 && found(1).Height == 120);
[A, map] = imread (file, 'Index', 'all');
check (isequal (size (A), [120 160 1 5]));
check (any (any (A(:, :, 1, 1) ~= A(:, :, 1, 5))), 'The frames do not differ.');
check_close (map(double (A(60, 10, 1, 1)) + 1, :), [1 1 1], 0.02);
end

function times ()
[folder, cleaner] = scratch (); %#ok<ASGLU>
sys = geomssys (arm ());
file = {'File', fullfile(folder, 'x%d.png'), 'Size', [40 40]};
% short runs in slow motion, over 10 s
sol = geoms (sys, [0 0.1]);
check_close (geomsanimate (sol, sys, file{:}, 'FrameRate', 0.4), 0:0.025:0.1, 1e-14);
check_close (geomsanimate (sol, sys, file{:}, 'FrameRate', 1, 'Speed', 0.04), [0 0.04 0.08], 1e-14);
check (isequal (geomsanimate (sol, sys, file{:}, 'Times', [0.1 0]), [0.1 0]));
back = geoms (sys, [2 0]);
check_close (geomsanimate (back, sys, file{:}, 'FrameRate', 1), [2 1 0], 1e-14);
end

% columns and rows, from left and above, of pixels in this colour
function box = where_is (file, colour)
A = double (imread (file));
near = true (size (A, 1), size (A, 2));
for i = 1:3
    near = near & abs (A(:, :, i) - 255 * colour(i)) < 60;
end
x = find (any (near, 1));
y = find (any (near, 2));
check (~isempty (x), 'Nothing has this colour.');
box = [min(x), max(x), min(y), max(y)];
end

% it falls from the right, through the middle
function rod ()
[folder, cleaner] = scratch (); %#ok<ASGLU>
sys = geomssys (arm ('shape', {'line', [0 0; 1 0]}));
sol = geoms (sys, [0 2]);
file = fullfile (folder, 'x%02d.png');
events = geoms (sys, [0 2], struct (), 'Events', @(t,p,v) p(1) + pi / 2);
geomsanimate (sol, sys, 'File', file, 'Times', [0, events.xe(1)], 'Size', [400 300]);
blue = [0 0.35 0.7];
across = where_is (fullfile (folder, 'x01.png'), blue);
down = where_is (fullfile (folder, 'x02.png'), blue);
check (across(2) - across(1) > 10 * (across(4) - across(3)), '%s', mat2str (across));
check (down(4) - down(3) > 10 * (down(2) - down(1)), '%s', mat2str (down));
check (abs (across(2) - across(1) - down(4) + down(3)) < 15, 'scales differ');
check (abs (mean (across(3:4)) - down(3)) < 10 && down(4) > across(4) + 100, 'not below');
% from behind it points to the left
geomsanimate (sol, sys, 'File', file, 'Times', 0, 'Size', [400 300], 'View', [180 0], ...
    'Trace', {'arm', [1 0]});
turned = where_is (fullfile (folder, 'x01.png'), blue);
check (turned(2) - turned(1) > 10 * (turned(4) - turned(3)), '%s', mat2str (turned));
end

% lines from the ground to the trolley, and from there to the load
function crane ()
[folder, cleaner] = scratch (); %#ok<ASGLU>
file = fullfile (folder, 'x%d.png');
tree = geomsaddbody (geomstree ('planar', true), 'trolley', 'joint', 'prismatic', 'axis', 'x', ...
    'mass', 10, 'q', 2, 'shape', {'box', [0.4 0.4]});
tree = geomsaddbody (tree, 'load', 'joint', 'planar', 'mass', 5, 'inertia', 1, 'q', [1 -2 0], ...
    'shape', {'box', [0.4 0.4]});
for rope = [true false]
    joined = tree;
    if rope
        joined = geomsaddjoint (tree, 'rod', 'trolley', 'load');
    end
    sys = geomssys (joined);
    geomsanimate (geoms (sys, [0 0.1]), sys, 'File', file, 'Times', 0);
    picture = mean (double (imread (fullfile (folder, 'x1.png'))), 3);
    trolley = where_is (fullfile (folder, 'x1.png'), [0 0.35 0.7]);
    load = where_is (fullfile (folder, 'x1.png'), [0.8 0.2 0.1]);
    middle = round (mean (reshape ([trolley, load], 2, 4))) * [1 0; 0 1; 1 0; 0 1] / 2;
    check ((min (min (around (picture, middle))) < 100) == rope);
    check (min (min (around (picture, [mean(load(1:2)), mean(trolley(3:4))]))) < 180, ...
        'There is no slide.');
end
end

% pixels about [x y]
function part = around (picture, at)
at = round (at);
part = picture(at(2) + (-3:3), at(1) + (-3:3));
end

% a box on its way past a post: as large as without way, in the middle, the post beside it
function follow ()
[folder, cleaner] = scratch (); %#ok<ASGLU>
tree = geomsaddbody (geomstree ('gravity', [0 0 0]), 'box', 'joint', 'prismatic', 'axis', 'x', ...
    'mass', 1, 'v', 10, 'q', -10, 'shape', {'box', [1 1 1]});
tree = geomsaddbody (tree, 'post', 'joint', 'fixed', 'shape', {'line', [0 0 -1; 0 0 1]});
sys = geomssys (tree);
file = fullfile (folder, 'x%d.png');
list = {'File', file, 'Times', [0 1.02 2], 'View', [0 0], 'Follow', 'box'};
geomsanimate (geoms (sys, [0 2]), sys, list{:});
blue = [0 0.35 0.7];
first = where_is (fullfile (folder, 'x1.png'), blue);
last = where_is (fullfile (folder, 'x3.png'), blue);
check (max (abs (first - last)) < 3 && first(2) - first(1) > 250, 'moved: %s', mat2str ([first; last]));
post = where_is (fullfile (folder, 'x2.png'), [0.8 0.2 0.1]);
check (post(1) > first(1) && post(2) < mean (first(1:2)), 'the post is at %s', mat2str (post));
end

function shapes ()
[folder, cleaner] = scratch (); %#ok<ASGLU>
mass = {'mass', 1, 'inertia', 1};
tree = geomsaddbody (geomstree ('gravity', [0 -9.81 0]), 'can', mass{:}, 'shape', {'cylinder', ...
    0.2, 0.5, 'x'});
tree = geomsaddbody (tree, 'box', 'parent', 'can', 'at', [1 0 0], mass{:}, 'shape', ...
    {'box', [1 2 3]});
tree = geomsaddbody (tree, 'ball', 'parent', 'can', 'at', [0 1 0], mass{:}, 'shape', ...
    {'sphere', 0.3});
tree = geomsaddbody (tree, {'a', 'b'}, 'parent', 'ball', mass{:}, 'shape', {'line', ...
    [0 0 0; 1 1 1; NaN NaN NaN; 0 1 0]});
tree = geomsaddmarker (tree, 'a.tip', [0.5 0 0]);
tree = geomsaddforce (tree, 'spring', 'a.tip', 'ground', 'stiffness', 10, 'damping', 5);
tree = geomsaddforce (tree, 'spring', 'b', 'ground', 'damping', 5);
sys = geomssys (tree);
check (isequal (sys.tree.shapes{3}(1:2), {'sphere', [0.3; 0; 0]}));
file = fullfile (folder, 'x%d.png');
geomsanimate (geoms (sys, [0 0.1]), sys, 'File', file, 'Times', 0.1, 'Trace', {'a.tip', {'b', ...
    [1 0 0]}});
for colour = [0 0.8 0.1 0.6 0.85; 0.35 0.2 0.5 0.3 0.5; 0.7 0.1 0.2 0.7 0]
    where_is (fullfile (folder, 'x1.png'), colour);
end
% upwards is against gravity: the ball above the can
can = where_is (fullfile (folder, 'x1.png'), [0 0.35 0.7]);
ball = where_is (fullfile (folder, 'x1.png'), [0.1 0.5 0.2]);
check (mean (ball(3:4)) < mean (can(3:4)), 'upside down');
flat = arm ('shape', {'box', [1 0.2]});
flat = geomsaddbody (flat, 'wheel', 'parent', 'arm', 'at', [1 0], mass{:}, 'shape', ...
    {'sphere', 0.3});
sys = geomssys (geomsaddbody (flat, 'disk', mass{:}, 'shape', {'cylinder', 0.2, 1}));
geomsanimate (geoms (sys, [0 0.1]), sys, 'File', file, 'Times', 0.1);
ball = where_is (fullfile (folder, 'x1.png'), [0.8 0.2 0.1]);
check (abs (ball(2) - ball(1) - ball(4) + ball(3)) < 4, 'no circle: %s', mat2str (ball));
end

% a circle about the centre, which has rolled to the right; seen from the side of the axle a line
function rims ()
[folder, cleaner] = scratch (); %#ok<ASGLU>
file = fullfile (folder, 'x%d.png');
blue = [0 0.35 0.7];
tree = geomsaddbody (geomstree (), 'wheel', 'joint', 'free', 'mass', 1, 'inertia', 1, 'q', ...
    [0 0 0.5 1 0 0 0], 'v', [1 0 0 0 2 0]);
for kind = {'rolling', 'sphere'}
    sys = geomssys (geomsaddjoint (tree, kind{1}, 'wheel', 'ground', 'radius', 0.5));
    sol = geoms (sys, [0 1]);
    geomsanimate (sol, sys, 'File', file, 'Times', [0 1], 'View', [0 0]);
    first = where_is (fullfile (folder, 'x1.png'), blue);
    last = where_is (fullfile (folder, 'x2.png'), blue);
    wide = first(2) - first(1);
    check (abs (wide - first(4) + first(3)) < 4, 'no circle: %s', mat2str (first));
    check (abs (last(1) - first(1) - wide) < 4, 'has not rolled by its width: %s', mat2str (last));
    geomsanimate (sol, sys, 'File', file, 'Times', 1, 'View', [90 0]);
    side = where_is (fullfile (folder, 'x1.png'), blue);
    thin = strcmp (kind{1}, 'rolling');
    check ((side(2) - side(1) < 0.2 * (side(4) - side(3))) == thin, '%s', mat2str (side));
end
end

function others ()
[folder, cleaner] = scratch (); %#ok<ASGLU>
sys = geomssys ('mass', eye (2), 'force', @(t,p,v) -p);
sol = geoms (sys, [0 3], struct ('p', [1; 0], 'v', [0; 1]));
file = fullfile (folder, 'x%d.png');
geomsanimate (sol, sys, 'File', file, 'Times', [0 pi/2], 'Points', @(t,x) [0 x(3); 0 x(4)]);
blue = [0 0.35 0.7];
across = where_is (fullfile (folder, 'x1.png'), blue);
down = where_is (fullfile (folder, 'x2.png'), blue);
check (across(2) - across(1) > 3 * (across(4) - across(3)));
check (down(4) - down(3) > 3 * (down(2) - down(1)));
geomsanimate (sol, sys, 'File', file, 'Times', [0 1], 'Points', @(t,x) zeros (3, 1 + (t > 0)));
seen = zeros (1, 2);
t = geomsanimate (sol, sys, 'File', file, 'Times', [0 2], 'Size', [160 120], 'Draw', @draw);
check (isequal (t, [0 2]) && abs (seen(2) - cos (2)) < 1e-5);
    function draw (t, x)
        seen = [t, x(3)];
        plot (x(3), x(4), 'o');
    end
end

function shapes_refused ()
flat = geomstree ('planar', true);
add = @with_shape;
space = geomstree ();
check_error ('geoms:tree:shape', @() add (space, 'box'), 'cylinder');
check_error ('geoms:tree:shape', @() add (space, {'box'}), 'takes 1');
check_error ('geoms:tree:kind', @() add (space, {'bx', 1}), '''box''');
check_error ('geoms:tree:value', @() add (space, {'box', [1 2]}));
check_error ('geoms:tree:value', @() add (space, {'cylinder', 1, 'x'}));
check_error ('geoms:tree:axis', @() add (space, {'cylinder', 1, 1, 'xy'}));
check_error ('geoms:tree:shape', @() add (flat, {'line', [1 2 3]}), '2 numbers');
check_error ('geoms:tree:shape', @() add (space, {'line', {}}));
end

function tree = with_shape (tree, shape)
tree = geomsaddbody (tree, 'a', 'mass', 1, 'shape', shape);
end

function refused ()
sys = geomssys (arm ());
sol = geoms (sys, [0 1]);
one = geomssys ('mass', 1, 'force', @(t,p,v) -p);
single_run = geoms (one, [0 1], struct ('p', 1));
file = {'File', 'x.gif'};
bad = @(id, part, varargin) check_error (['geoms:', id], @() geomsanimate (sol, sys, ...
    varargin{:}), part);
check_error ('geoms:arguments:number', @() geomsanimate (sol));
check_error ('geoms:results:solution', @() geomsanimate (sys, sol, file{:}));
check_error ('geoms:animate:option', @() geomsanimate (single_run, one, file{:}), 'Points');
bad ('tree:option', '''Speed''', 'Sped', 2);
bad ('animate:option', 'not both', file{:}, 'Times', 0, 'Speed', 1);
bad ('animate:option', 'not both', file{:}, 'Draw', @draw_nothing, 'Points', @draw_nothing);
bad ('animate:option', '''Follow''', file{:}, 'Draw', @draw_nothing, 'Follow', 'arm');
bad ('animate:value', '''Draw''', file{:}, 'Draw', 1);
bad ('animate:value', '''Times''', file{:}, 'Times', []);
bad ('animate:value', 'positive', file{:}, 'Speed', -1);
bad ('animate:value', 'raise', file{:}, 'Speed', 1e-9);
bad ('animate:value', '''Size''', file{:}, 'Size', [1 1]);
bad ('tree:value', '''View''', file{:}, 'View', 3);
bad ('tree:unknown', '''arm''', file{:}, 'Trace', 'amr');
bad ('val:range', 'outside', file{:}, 'Times', 2);
bad ('animate:file', 'x.gif', 'File', 'x.avi');
bad ('animate:file', 'x.gif', 'File', 'x.png');
bad ('animate:file', 'folder', 'File', fullfile (tempname (), 'x.gif'));
bad ('animate:points', '2 x m', file{:}, 'Points', @(t,x) 'a');
bad ('animate:points', 'does not return', file{:}, 'Points', @(t,x) no_value (t, x));
bad ('animate:value', 'takes 3', file{:}, 'Points', @(t,x,z) x);
if ~anim_has_display ()
    bad ('animate:display', 'File');
end
end

function yes = anim_has_display ()
yes = ~isempty (getenv ('DISPLAY')) || ispc ();
end

function draw_nothing (~, ~)
end

function varargout = no_value (~, ~)
varargout = cell (1, 0);
end
