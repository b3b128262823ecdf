function [passed, failed] = test_urdf ()
%TEST_URDF  Robots in URDF, geomstree ('urdf', file): what becomes of links and joints, wrong files.

cases = {
    'an arm with six axes: tree, limits, masses, poses, torques as built by hand', @arm
    'inertias in turned axes: mass matrix, energy', @turned
    'each type of joint, in any order of the file', @types
    'the root: fixed, free, one link alone', @roots
    'damping, friction, mimic, and stops at limits', @forces
    'shapes of visuals in the frame of the link', @shapes
    'names that bodies cannot have', @names
    'what is not known is told, what has no bearing is not', @told
    'comments, quotes, entities, CDATA, declarations, byte order mark', @xml
    'what is not well formed names file and line', @malformed
    'what is wrong or missing names file, line and element', @wrong
    'options', @options
    'a thousand links', @many
    'spoiled files end in an error geoms:... or a tree', @spoiled};
[passed, failed] = geoms_suite ('urdf', cases);

end

% ---- files ----

% what geomstree makes of a text
function [tree, info] = read (text, varargin)
file = [tempname(), '.urdf'];
id = fopen (file, 'w');
fwrite (id, text);
fclose (id);
cleaner = onCleanup (@() delete (file));
[tree, info] = geomstree ('urdf', file, varargin{:});
end

function text = robot (varargin)
text = ['<robot name="r">', sprintf('\n%s', varargin{:}), sprintf('\n</robot>\n')];
end

function text = link (name, mass)
if nargin < 2
    mass = 1;
end
text = sprintf (['<link name="%s"><inertial><origin xyz="0.1 0.2 0.3"/><mass value="%g"/>', ...
    '<inertia ixx="2" iyy="2" izz="3" ixy="0" ixz="0" iyz="0"/></inertial></link>'], name, mass);
end

function text = joint (type, parent, child, more)
if nargin < 4
    more = '';
end
text = sprintf (['<joint name="%s to %s" type="%s"><parent link="%s"/><child link="%s"/>%s', ...
    '</joint>'], parent, child, type, parent, child, more);
end

function message = fails (identifier, text, part, varargin)
message = check_error (identifier, @() read (text, varargin{:}), part);
check (~isempty (strfind (message, '.urdf')), 'no file in: %s', message);
end

function file = sixaxis ()
root = fileparts (fileparts (fileparts (mfilename ('fullpath'))));
file = fullfile (root, 'examples', 'sixaxis', 'sixaxis.urdf');
end

% ---- what is right ----

% mass, centre, moments of inertia, place of the joint, axis of links, as they stand in the file
function arm ()
[tree, info] = geomstree ('urdf', sixaxis ());
by_hand = geomsaddbody (geomstree (), 'base', 'joint', 'fixed', 'mass', 4, 'com', [0 0 0.03], ...
    'inertia', [0.006825 0.006825 0.01125]);
links = {
    'shoulder', 3.7, [0 0.00193 -0.02561], [0.010267 0.010267 0.00666], [0 0 0.089159], 'z'
    'upper arm', 8.393, [0 -0.02249 0.2125], [0.1801 0.1801 0.010491], [0 0.13585 0], 'y'
    'forearm', 2.33, [0 0.01035 0.24225], [0.031999 0.031999 0.001864], [0 -0.1197 0.425], 'y'
    'wrist 1 link', 1.219, [0 0.10934 0], [0.001503 0.001503 0.000975], [0 0 0.39225], 'y'
    'wrist 2 link', 1.219, [0 0.0018 0.07831], [0.001503 0.000975 0.001503], [0 0.093 0], 'z'
    'wrist 3 link', 0.1879, [0 0.08114 0], [8.3e-5 1.15e-4 8.3e-5], [0 0 0.09465], 'y'};
dynamics = [4 3; 4 3; 3 2; 1 0.5; 1 0.5; 1 0.5];
parent = 'base';
for i = 1:6
    by_hand = geomsaddbody (by_hand, links{i, 1}, 'parent', parent, 'mass', links{i, 2}, 'com', ...
        links{i, 3}, 'inertia', links{i, 4}, 'at', links{i, 5}, 'axis', links{i, 6});
    by_hand = geomsaddforce (by_hand, 'joint', links{i, 1}, 'damping', dynamics(i, 1), ...
        'friction', ...
        dynamics(i, 2));
    parent = links{i, 1};
end
by_hand = geomsaddbody (by_hand, 'tool', 'parent', parent, 'joint', 'fixed', 'at', [0 0.0823 0], ...
    'turn', [-pi/2 0 0]);
sys = geomssys (tree);
other = geomssys (by_hand);
check (isequal (sys.names.p, other.names.p) && numel (sys.names.p) == 6);
x = struct ('p', [0.3; -0.7; 1.1; 0.4; -0.9; 0.2], 'v', [1; -2; 0.5; 3; -1; 2]);
a = geomsterms (sys, 0, x);
b = geomsterms (other, 0, x);
check_close (a.M, b.M, 1e-6);
check_close (a.f, b.f, 1e-4);
opts = {'RelTol', 1e-9, 'AbsTol', 1e-9};
m = geomsmotion (geoms (sys, [0 0.1], x, opts{:}), sys, 'tool', 0);
n = geomsmotion (geoms (other, [0 0.1], x, opts{:}), other, 'tool', 0);
check_close ([m.x, m.R], [n.x, n.R], 1e-12);
check (isequal ({info.links.body}, [{'base'}, links(:, 1)', {'tool'}]));
check_close ([info.links.mass], [4, links{:, 2}, 0], 1e-12);
check_close (info.links(3).inertia, diag (links{2, 4}), 1e-12);
check_close (vertcat (info.joints(1:6).at), vertcat (links{:, 5}), 1e-12);
check (isequal ({info.joints.body}, [links(:, 1)', {'tool'}]) && strcmp (info.robot, 'sixaxis'));
check (isequal ([info.joints(1:6).effort], [150 150 150 28 28 28]) && strcmp (info.root, 'base'));
check (isequal ([info.joints.upper], [6.2832 6.2832 3.1416 6.2832 6.2832 6.2832 Inf]));
end

% I = R diag R' about the centre, R from the file; the joint turns about [1 0 0], its default
function turned ()
rpy = [0.4 -0.8 1.3];
I0 = diag ([0.2 0.3 0.4]);
text = robot (link ('base'), ['<link name="bar"><inertial><origin xyz="0.1 0.2 -0.3" ', ...
    'rpy="0.4 -0.8 1.3"/><mass value="2"/><inertia ixx="0.2" ixy="0" ixz="0" iyy="0.3" iyz="0" ', ...
    'izz="0.4"/></inertial></link>'], joint ('continuous', 'base', 'bar', ...
    '<origin xyz="1 2 3" rpy="0.1 0.2 0.3"/>'));
sys = geomssys (read (text));
R = turn (rpy);
I = R * I0 * R';
x = struct ('p', 0.7, 'v', 1.9);
terms = geomsterms (sys, 0, x);
check_close (terms.M, I(1, 1) + 2 * (0.2^2 + 0.3^2), 1e-12);
sol = geoms (sys, [0 0.5], x, 'RelTol', 1e-9, 'AbsTol', 1e-9);
m = geomsmotion (sol, sys, 'bar', [0, 0.5]);
place = turn ([0.1 0.2 0.3]);
check_close (m.R(:, :, 1), place * turn ([0.7 0 0]), 1e-12);
check_close (m.x, [1 1; 2 2; 3 3], 1e-12);
com = [m.R(3, :, 1); m.R(3, :, 2)] * [0.1; 0.2; -0.3];
energy = 0.5 * terms.M * [1.9, sol.v(end)].^2 + 2 * 9.81 * com';
check_close (energy(2), energy(1), 1e-6);
% products as they stand in the file, which are entries of the matrix
text = strrep (text, 'rpy="0.4 -0.8 1.3"', '');
text = strrep (text, 'ixy="0" ixz="0" iyy="0.3" iyz="0"', ...
    'ixy="0.01" ixz="0.02" iyy="0.3" iyz="0.03"');
text = strrep (text, '<origin xyz="1 2 3"', '<axis xyz="0 1 1"/><origin xyz="1 2 3"');
terms = geomsterms (geomssys (read (text)), 0);
n = [0; 1; 1] / sqrt (2);
c = [0.1; 0.2; -0.3];
I = [0.2 0.01 0.02; 0.01 0.3 0.03; 0.02 0.03 0.4] + 2 * ((c' * c) * eye (3) - c * c');
check_close (terms.M, n' * I * n, 1e-12);
end

function R = turn (r)
about = @(i, j, a) full (sparse ([1:3, i, j], [1:3, j, i], [ones(1, 3), -sin(a), sin(a)]) ...
    + sparse ([i j], [i j], cos (a) - 1, 3, 3));
R = about (1, 2, r(3)) * about (3, 1, r(2)) * about (2, 3, r(1));
end

function types ()
kinds = {'revolute', 'continuous', 'prismatic', 'floating', 'planar', 'fixed'};
words = {'revolute', 'revolute', 'prismatic', 'free', 'planar', 'fixed'};
parts = {link('base')};
by_hand = geomsaddbody (geomstree (), 'base', 'joint', 'fixed');
body = {'mass', 1, 'com', [0.1 0.2 0.3], 'inertia', [2 2 3], 'at', [1 2 3], 'turn', [0.1 0.2 0.3]};
parent = 'base';
for i = 1:6
    name = sprintf ('l%d', i);
    parts = [parts, {link(name), joint(kinds{i}, parent, name, ...
        ['<origin xyz="1 2 3" rpy="0.1 0.2 ', ...
        '0.3"/><axis xyz="0.6 0 0.8"/>'])}]; %#ok<AGROW>
    axis = {'axis', [0.6 0 0.8]};
    by_hand = geomsaddbody (by_hand, name, 'parent', parent, 'joint', words{i}, body{:}, ...
        axis{1:2 * ~any(strcmp (words{i}, {'free', 'fixed'}))});
    parent = name;
end
sys = geomssys (by_hand);
q = sys.tree.start.p + 0.1 * (1:sys.dims.np)';
q(end - 6:end - 3) = q(end - 6:end - 3) / norm (q(end - 6:end - 3));
x = struct ('p', q, 'v', 0.2 * (1:sys.dims.nv)');
a = geomsterms (sys, 0, x);
for order = {1:13, 13:-1:1, [2 4 6 8 10 12 1 3 5 7 9 11 13]}
    tree = read (robot (parts{order{1}}));
    other = geomssys (tree);
    check (isequal (other.names.p, sys.names.p));
    b = geomsterms (other, 0, x);
    check_close (b.M, a.M, 1e-11);
    check_close (b.f, a.f, 1e-10);
end
end

function roots ()
hand = joint ('revolute', 'base', 'hand');
sys = geomssys (read (robot (link ('hand'), hand, link ('base'))));
check (isequal (sys.names.p, {'hand.q'}));
sys = geomssys (read (robot (link ('hand'), hand, link ('base')), 'base', 'free'));
check (isequal (size (sys.names.p), [1 8]) && strcmp (sys.names.p{1}, 'base.x1'));
% without <inertial>: held, or carried by what is fixed to it
sys = geomssys (read (robot ('<link name="base"/>', link ('hand'), hand)));
check (sys.dims.np == 1);
sys = geomssys (read (robot ('<link name="base"/>', link ('box', 3), joint ('fixed', 'base', ...
    'box')), ...
    'base', 'free'));
terms = geomsterms (sys, 0);
check_close (diag (terms.M)', [3 3 3, 2 + 3 * 0.13, 2 + 3 * 0.1, 3 + 3 * 0.05], 1e-12);
[tree, info] = read (robot (link ('base')), 'base', 'free');
sys = geomssys (tree);
check (sys.dims.np == 7 && isempty (info.joints));
tree = read (robot (link ('hand'), hand, link ('base')), 'gravity', [0 0 -1]);
check_close (tree.gravity, [0; 0; -1], 0);
end

function forces ()
more = '<dynamics damping="0.5" friction="2"/><limit lower="-1" upper="0.5" effort="9" velocity="3"/>';
mimic = '<mimic joint="base to a" multiplier="-2" offset="0.3"/>';
text = robot (link ('base', 5), link ('a'), link ('b'), link ('c'), ...
    joint ('revolute', 'base', 'a', more), joint ('prismatic', 'base', 'b', mimic), ...
    joint ('prismatic', 'base', 'c', '<limit lower="0.1" upper="0.2"/>'));
[tree, info] = read (text, 'gravity', [0 0 0], 'limits', [1e3 1e5]);
sys = geomssys (tree);
x = struct ('p', [0.2; -0.1; 0.15], 'v', [0.1; -0.2; 0]);
terms = geomsterms (sys, 0, x);
check_close (terms.f(1), -0.5 * 0.1 - 2 * tanh (100), 1e-10);
check_close (terms.g, -0.1 + 2 * 0.2 - 0.3, 1e-12);
check (isequal (sys.names.lambda, {'b mimic: coupling'}), sys.names.lambda{1});
check_close (sys.tree.start.p, [0; 0.3; 0.1], 1e-15);
% beyond the stops: k s^1.5
x = struct ('p', [0.6; -0.9; 0.21], 'v', zeros (3, 1));
terms = geomsterms (sys, 0, x);
check_close (terms.f([1 3]), -[1e3 * 0.1^1.5; 1e5 * 0.01^1.5], 1e-8);
check (isequal ([info.joints.lower], [-1 -Inf 0.1]) && isequal ([info.joints.upper], ...
    [0.5 Inf 0.2]));
check (isequal ([info.joints.velocity], [3 Inf Inf]) && isequal ({info.joints.mimic}, ...
    {'', 'base to a', ''}) && info.joints(2).multiplier == -2 && info.joints(2).offset == 0.3);
% without the option nothing stops
sys = geomssys (read (text, 'gravity', [0 0 0]));
terms = geomsterms (sys, 0, x);
check_close (terms.f, zeros (3, 1), 1e-12);
sol = geoms (geomssys (read (text, 'limits', 1e4)), [0 0.3]);
check (strcmp (sol.info.status, 'ok') && max (sol.residual.relative(:)) < 1e-11);
end

function shapes ()
visual = @(geometry) ['<visual><origin xyz="1 2 3" rpy="0 0 1.5707963267948966"/><geometry>', ...
    geometry, '</geometry></visual>'];
text = robot (['<link name="base">', visual('<box size="2 4 6"/>'), ...
    visual('<sphere radius="0.5"/>'), visual('<cylinder radius="0.5" length="8"/>'), '</link>']);
tree = read (text);
P = tree.shapes.more{1}{2};
check (size (P, 1) == 3 && strcmp (tree.shapes.more{1}{1}, 'line'));
check_close ([min(P, [], 2), max(P, [], 2)], [-1 3; 1 3; -1 7], 1e-9);
box = P(:, 1:find (isnan (P(1, :)), 1) - 1);
check_close ([min(box, [], 2), max(box, [], 2)], [-1 3; 1 3; 0 0], 1e-9);
sol = geoms (geomssys (read (strrep (text, '</link>', sprintf ('</link>%s%s', link ('arm'), ...
    joint ('revolute', 'base', 'arm'))))), [0 0.1]);
check (strcmp (sol.info.status, 'ok'));
end

function names ()
[tree, info] = read (robot (link ('ground'), link ('a.b(1)'), joint ('revolute', 'ground', ...
    'a.b(1)')));
check (isequal (tree.bodies.names, {'ground_', 'a_b_1_'}) && strcmp (info.joints.parent, ...
    'ground_') ...
    && strcmp (info.joints.body, 'a_b_1_') && strcmp (info.root, 'ground'));
fails ('geoms:urdf:twice', robot (link ('a'), link ('a_b'), link ('a.b'), joint ('fixed', 'a', ...
    'a_b'), joint ('fixed', 'a', 'a.b')), 'line 4');
end

function told ()
silent = ['<material name="m"><color rgba="1 0 0 1"/></material><transmission><a b="c"/></transmission>', ...
    '<gazebo reference="base"><any/></gazebo>'];
text = robot (strrep (link ('base'), '</link>', ...
    ['<collision><geometry><mesh filename="a.stl"/>', ...
    '</geometry></collision></link>']), silent, link ('arm'), joint ('revolute', 'base', 'arm', ...
    '<calibration rising="0"/><safety_controller k_velocity="1"/>'));
text = strrep (text, '<robot ', '<robot xmlns:xacro="http://www.ros.org/wiki/xacro" ');
check_warning ('', @() read (text));
check_warning ('geoms:urdf:ignored', @() read (strrep (text, '<calibration', ...
    '<origin xzy="1 2 3"/><callibration')));
message = lastwarn ();
lastwarn ('', '');
check (~isempty (strfind (message, 'line 5, ''xzy'' of <origin>')) ...
    && ~isempty (strfind (message, 'line 5, <callibration> in <joint>')), '%s', message);
check_warning ('geoms:urdf:mesh', @() read (strrep (text, '<collision>', ...
    ['<visual><geometry><mesh ', ...
    'filename="a.stl"/></geometry></visual><collision>'])));
lastwarn ('', '');
end

function xml ()
text = robot (link ('a &amp; b'), '<!-- <link name="no"> -- " -->', ...
    '<link name=''a "b"&#32;&#x63;''/><?note > ?>', ...
    sprintf('<joint\t\n%s', 'type = ''fixed''   name="&lt;&gt;&quot;&apos;">'), ...
    '<![CDATA[ <parent link="no"/> ]]> text', '<parent link="a &amp; b"></parent >', ...
    '<child link=''a &quot;b&quot; c''/></joint>');
head = ['<?xml version="1.0" encoding="UTF-8"?>', char([13 10]), ...
    '<!DOCTYPE robot [<!ELEMENT robot (link)> <!ENTITY a "b">]>'];
[tree, info] = read ([char([239 187 191]), head, text, '<!-- end -->']);
check (isequal (tree.bodies.names, {'a & b', 'a "b" c'}));
check (strcmp (info.joints.name, '<>"'''), info.joints.name);
[~, info] = read (robot (link ('a&#233;&#x20AC;&#x1F600;')));
check (isequal (double (info.root), [97 195 169 226 130 172 240 159 152 128]));
end

% ---- what is wrong ----

function malformed ()
good = robot (link ('a'), link ('b'), joint ('fixed', 'a', 'b'));
list = {
    '', 'line 1: there is no element'
    'some text', 'line 1: there is text above'
    strrep(good, '</robot>', ''), 'line 6: the file ends, and <robot> of line 1'
    [good, '<robot/>'], 'line 6: the outermost element <robot> is closed'
    [good, 'more'], 'line 6: there is text below'
    strrep(good, '<link name="b">', '<link name="b>'), 'line 3: the tag ''<link'''
    strrep(good, '<link name="b">', '<link name="b"'), 'line 3: the tag ''<link'''
    strrep(good, '<link name="b">', '<link name=b>'), ...
        'line 3: attributes are name="value"; ''name=b'''
    strrep(good, '<link name="b">', '<link name="b" name="c">'), ...
        'line 3: <link> has the attribute ''name'' twice'
    strrep(good, '<link name="b">', '<link name="&b;">'), 'line 3: ''&b;'' is no entity'
    strrep(good, '<link name="b">', '<link name="b&">'), 'line 3: ''&'
    strrep(good, '<link name="b">', '<link name="&#0;">'), 'line 3: ''&#0;'
    strrep(good, '<link name="b">', '< link name="b">'), 'line 3: there is no name'
    strrep(good, '<link name="b">', '<>'), 'line 3: there is no name'
    strrep(good, '<link name="b">', '<!-- <link name="b">'), 'line 3: a comment'
    strrep(good, '<link name="b">', '<![CDATA[ <link name="b">'), 'line 3: CDATA'
    strrep(good, '<link name="b">', '<? <link name="b">'), 'line 3: an instruction'
    strrep(good, '<link name="b">', '<!DOCTYPE [ <link name="b">'), 'line 3: the tag ''<!DOCTYPE'''
    strrep(good, '</link>', '</lnk>'), ...
        'line 2: </lnk> stands where </link> must, which closes line 2'
    ['</robot>', good], 'line 1: </robot> closes what has not'
    ['<![CDATA[ ]]>', good], 'line 1: CDATA stands outside'};
for i = 1:size (list, 1)
    fails ('geoms:urdf:syntax', list{i, 1}, list{i, 2});
end
% cut anywhere it is an error
for n = [1:7:numel(good) - 10, numel(good) + (-9:-2)]
    fails ('geoms:urdf:syntax', good(1:n), 'line');
end
check_error ('geoms:urdf:file', @() geomstree ('urdf', tempname ()), 'cannot be read');
check_error ('geoms:urdf:file', @() geomstree ('urdf', tempdir ()), 'cannot be read');
check_error ('geoms:urdf:file', @() geomstree ('urdf', 1), 'name of a file');
end

function wrong ()
a = link ('a');
b = link ('b');
ab = joint ('revolute', 'a', 'b', '<axis xyz="0 0 1"/><limit lower="0" upper="1"/>');
good = robot (a, b, ab);
list = {
    'missing', '<sdf></sdf>', 'not <sdf>'
    'missing', robot(), '<robot ''r''> has no <link>'
    'missing', strrep(good, '<link name="b"', '<link'), ...
        'line 3: <link> needs the attribute ''name'''
    'missing', strrep(good, '<link name="b"', '<link name=" "'), 'line 3: <link '' ''> needs'
    'missing', strrep(good, '<mass value="1"/>', ''), 'line 2: <inertial> has no <mass>'
    'missing', strrep(good, 'iyz="0"', ''), 'line 2: <inertia> needs the attribute ''iyz'''
    'missing', strrep(good, '<parent link="a"/>', ''), 'line 4: <joint ''a to b''> has no <parent>'
    'missing', strrep(good, '<child link="b"/>', '<child/>'), 'line 4: <child> needs'
    'missing', strrep(good, 'type="revolute"', ''), ...
        'line 4: <joint ''a to b''> needs the attribute ''type'''
    'missing', strrep(good, '</link>', '<visual/></link>'), 'line 2: <visual> has no <geometry>'
    'missing', strrep(good, '</link>', '<visual><geometry><box/></geometry></visual></link>'), ...
        '<box> needs'
    'missing', strrep(good, '<axis xyz="0 0 1"/>', '<mimic/>'), 'line 4: <mimic> needs'
    'joint', strrep(good, 'revolute', 'hinge'), ...
        'line 4: <joint ''a to b''> has the unknown type ''hinge'''
    'joint', strrep(good, 'revolute', 'revolut'), 'Did you mean ''revolute'''
    'link', strrep(good, '<child link="b"/>', '<child link="B"/>'), ...
        'line 4: the child of <joint ''a to b''>, ''B'''
    'twice', robot(a, a), 'line 3: there is a link ''a'' already, in line 2'
    'twice', robot(a, b, link('c'), ab, ab), 'line 6: there is a joint'
    'twice', strrep(good, '<axis', '<axis/><axis'), 'line 4: <joint ''a to b''> has a second <axis>'
    'root', robot(a, b), 'line 3: no joint carries link ''b'', nor ''a'', line 2'
    'loop', robot(a, b, ab, strrep(ab, 'a to b', 'c')), ...
        'line 5: link ''b'' is the child of joint ''a to b'', line 4'
    'loop', robot(a, b, ab, joint('fixed', 'b', 'a')), 'line 4: joint ''a to b'' belongs to a loop'
    'loop', robot(a, b, link('c'), joint('fixed', 'b', 'c'), joint('fixed', 'c', 'b')), ...
        'belongs to a loop'
    'loop', robot(a, joint('fixed', 'a', 'a')), 'belongs to a loop'
    'number', strrep(good, '<mass value="1"/>', '<mass value="one"/>'), ...
        'line 2: ''value'' of <mass> must be 1 number(s), not ''one'''
    'number', strrep(good, '<mass value="1"/>', '<mass value="nan"/>'), 'not ''nan'''
    'number', strrep(good, '<mass value="1"/>', '<mass value="1e999"/>'), 'not ''1e999'''
    'number', strrep(good, '<mass value="1"/>', '<mass value="1 2"/>'), 'must be 1 number'
    'number', strrep(good, '<mass value="1"/>', '<mass value="${m}"/>'), 'is xacro'
    'number', strrep(good, '"0 0 1"', '"0 1"'), ...
        'line 4: ''xyz'' of <axis> must be 3 number(s), not ''0 1'''
    'number', strrep(good, '"0 0 1"', '"0,0,1"'), '0,0,1'
    'number', strrep(good, '"0 0 1"', '"0 0 1i"'), '0 0 1i'
    'number', strrep(good, '<axis', '<dynamics friction="-1"/><axis'), 'must not be negative'
    'limit', strrep(good, 'lower="0"', 'lower="2"'), ...
        'line 4: <joint ''a to b''> has the limits 2 and 1'
    'mimic', strrep(good, '<axis', '<mimic joint="b"/><axis'), 'imitates ''b'', which is no joint'
    'mimic', strrep(good, '<axis', '<mimic joint="a to b"/><axis'), 'itself'
    'mimic', strrep(strrep(good, 'revolute', 'fixed'), '<axis', '<mimic joint="a to b"/><axis'), ...
        'must be revolute'
    'xacro', robot(a, '<xacro:macro name="x"/>'), 'line 3: <xacro:macro> is xacro'};
for i = 1:size (list, 1)
    fails (['geoms:urdf:', list{i, 1}], list{i, 2}, list{i, 3});
end
% what a tree refuses names the line, too
fails ('geoms:tree:mass', strrep (good, '<mass value="1"/>', '<mass value="-1"/>'), ...
    'line 2: Body ''a''');
fails ('geoms:tree:inertia', strrep (good, 'izz="3"', 'izz="9"'), 'line 2: Body ''a''');
fails ('geoms:tree:axis', strrep (good, '"0 0 1"', '"0 0 0"'), 'line 4: Body ''b''');
fails ('geoms:urdf:limit', strrep (good, 'upper="1"', ''), 'no room', 'limits', 10);
end

function options ()
good = robot (link ('a'));
bad = @(varargin) check_error ('geoms:tree:value', @() read (good, varargin{:}));
bad ('base', 'loose');
bad ('limits', -1);
bad ('limits', [1 0]);
check_error ('geoms:tree:option', @() read (good, 'planar', false), 'planar');
check_error ('geoms:tree:option', @() geomstree ('base', 'free'), '''base'' belongs');
check_error ('geoms:arguments:outputs', @two_outputs);
end

function two_outputs ()
[tree, info] = geomstree (); %#ok<ASGLU>
end

function many ()
n = 1000;
parts = cell (1, 2 * n);
parts{1} = link ('l0');
for i = 1:n - 1
    parts{2 * i} = link (sprintf ('l%d', i));
    parts{2 * i + 1} = joint ('revolute', sprintf ('l%d', i - 1), sprintf ('l%d', i));
end
watch = cputime ();
tree = read (robot (parts{end - 1:-1:1}));
check (cputime () - watch < 60, '%g s', cputime () - watch);
sys = geomssys (tree);
check (sys.dims.np == n - 1);
end

% letters, signs and pieces replaced, left out, doubled and exchanged
function spoiled ()
text = fileread (sixaxis ());
text = strrep (text, '<axis', '<!-- a --><mimic joint="elbow" multiplier="2"/><axis');
count = 150;
if is_long ()
    count = 10000;
end
old = warning ('off', 'all');
restorer = onCleanup (@() warning (old));
words = regexp (text, '"[^"]*"', 'match');
seed = 20160;
for i = 1:count
    [bad, seed] = spoil (text, words, seed);
    try
        tree = read (bad);
        check (strcmp (tree.type, 'geomstree'));
    catch e
        check (strncmp (e.identifier, 'geoms:', 6), 'file %d ends with %s: %s', i, e.identifier, ...
            e.message);
    end
end
end

function [text, seed] = spoil (text, words, seed)
signs = ['<>/"''=&;!-?[] ', char([0 9 10 128 255]), 'a0.'];
for k = 1:3
    [r, seed] = random (seed, 5);
    n = numel (text);
    at = 1 + floor (r(1) * n);
    to = min (n, at + floor (r(2)^3 * 200));
    switch floor (r(3) * 5)
        case 0
            text(at) = signs(1 + floor (r(4) * numel (signs)));
        case 1
            text = text([1:at - 1, to + 1:n]);
        case 2
            text = text([1:to, at:n]);
        case 3
            text = text(1:max (at, floor (n * (1 - r(4)^4))));
        case 4
            pick = words(1 + floor (r(4:5) * numel (words)));
            text = strrep (text, pick{1}, pick{2});
    end
end
end

% Park and Miller's generator
function [r, seed] = random (seed, count)
r = zeros (1, count);
for i = 1:count
    seed = mod (16807 * seed, 2147483647);
    r(i) = seed / 2147483647;
end
end
