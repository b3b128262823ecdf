function [passed, failed] = test_geomsaddjoint ()
%TEST_GEOMSADDJOINT  Joints that close loops: rows, axes, flipped starts, and what is refused.

cases = {
    'all kinds have their rows, and the motion of the same joint in the tree', @kinds
    'all kinds in the plane', @planar
    'axes of markers', @markers
    'a rod as drawn and of a given length', @rods
    'couplings', @couplings
    'a flipped start is refused', @flipped
    'refused', @refused};
[passed, failed] = geoms_suite ('geomsaddjoint', cases);

end

% a free body that is tied to the ground moves as one that the same joint carries
function kinds ()
list = {'spherical', 3, 'spherical'; 'revolute', 5, 'revolute'; 'universal', 4, 'universal'; ...
    'cylindrical', 4, 'cylindrical'; 'prismatic', 5, 'prismatic'; 'planar', 3, 'planar'; ...
    'fixed', 6, 'fixed'; 'line', 2, ''; 'plane', 1, ''; 'rod', 1, ''};
for i = 1:size (list, 1)
    at = {'at', [0.3 0.2 0.1], 'turn', [0 0.4 0]};
    sys = geomssys (geomsaddjoint (two (at, 'free'), list{i, 1}, 'ground.seat', 'arm'));
    if strcmp (list{i, 1}, 'rod')
        sys = geomssys (geomsaddjoint (two (at, 'free'), 'rod', 'ground.seat', {'arm', [0.5 0 0]}));
    end
    check (sys.dims.nl == list{i, 2} && numel (sys.names.lambda) == list{i, 2});
    report = geomscheck (sys, 0, struct ());
    check (report.ok, list{i, 1});
    sol = geoms (sys, [0 0.3], [], 'RelTol', 1e-8, 'AbsTol', 1e-8);
    check (max (sol.residual.relative(:)) < 1e-12, list{i, 1});
    if ~isempty (list{i, 3})
        same = geoms (geomssys (two (at, list{i, 3})), [0 0.3], [], 'RelTol', 1e-8, 'AbsTol', 1e-8);
        check_close (sol.p(end, end), same.p(end, end), 1e-6);
    end
end
end

function tree = two (at, joint)
tree = geomsaddbody (geomstree ('gravity', [3 1 -9]), 'arm', 'mass', 1, 'com', [0.4 0.1 0.2], ...
    'inertia', 1, 'joint', joint, at{:});
tree = geomsaddbody (tree, 'hand', 'parent', 'arm', 'at', [1 0 0], 'axis', 'y', 'mass', 1, ...
    'com', [0.2 0 0], 'inertia', 1);
tree = geomsaddmarker (tree, 'ground.seat', at{2}, at{4});
end

function planar ()
list = {'revolute', 2, 'revolute'; 'spherical', 2, 'revolute'; 'prismatic', 2, 'prismatic'; ...
    'fixed', 3, 'fixed'; 'line', 1, ''; 'cylindrical', 1, ''; 'rod', 1, ''};
for i = 1:size (list, 1)
    point = {'arm', [0.5 * strcmp(list{i, 1}, 'rod'), 0]};
    sys = geomssys (geomsaddjoint (flat ('planar'), list{i, 1}, 'ground', point));
    check (sys.dims.nl == list{i, 2}, list{i, 1});
    report = geomscheck (sys, 0, struct ());
    check (report.ok, list{i, 1});
    sol = geoms (sys, [0 0.3], [], 'RelTol', 1e-8, 'AbsTol', 1e-8);
    check (max (sol.residual.relative(:)) < 1e-12, list{i, 1});
    if ~isempty (list{i, 3})
        same = geoms (geomssys (flat (list{i, 3})), [0 0.3], [], 'RelTol', 1e-8, 'AbsTol', 1e-8);
        check_close (sol.p(end, end), same.p(end, end), 1e-6);
    end
end
% a body in the plane that a line guides along [1 1]
tree = geomsaddbody (geomstree ('planar', true), 'box', 'joint', 'planar', 'mass', 1, ...
    'inertia', 1, 'q', [0.5 0.5 0]);
for across = {{'line', 'axis', [1 1]}, {'plane', 'axis', [-1 1]}}
    sys = geomssys (geomsaddjoint (tree, across{1}{1}, 'ground', 'box', across{1}{2:3}));
    sol = geoms (sys, [0 0.5]);
    check_close (sol.p(:, end), [0.5; 0.5; 0] - 9.81 / 16 * [1; 1; 0], 1e-6);
end
end

function tree = flat (joint)
tree = geomsaddbody (geomstree ('planar', true), 'arm', 'mass', 1, 'com', [0.4 0.1], ...
    'inertia', 1, 'joint', joint);
tree = geomsaddbody (tree, 'hand', 'parent', 'arm', 'at', [1 0], 'mass', 1, 'com', [0.2 0], ...
    'inertia', 1);
end

function markers ()
tree = geomsaddbody (geomstree (), 'box', 'joint', 'free', 'mass', 1, 'inertia', 1);
tree = geomsaddmarker (tree, 'ground.rail', [0 0 0], [0 pi/2 0]);
tree = geomsaddmarker (tree, 'box.slot', [0 0 0], [0 pi/2 0]);
% z of both is x of the ground
for other = {'box', 'box.slot'}
    sys = geomssys (geomsaddjoint (tree, 'prismatic', 'ground.rail', other{1}));
    sol = geoms (sys, [0 0.1], struct ('v', [1; 0; 0; 0; 0; 0]));
    check_close (sol.p(:, end), [0.1; 0; 0; 1; 0; 0; 0], 1e-12);
end
end

function rods ()
tree = geomsaddbody (geomstree (), 'bob', 'joint', 'free', 'mass', 1, 'inertia', 1, 'q', ...
    [3 0 4 1 0 0 0]);
sys = geomssys (geomsaddjoint (tree, 'rod', 'ground', 'bob'));
check_close (sys.tree.loops(34), 5, 1e-14);
x0 = geomsinit (geomssys (geomsaddjoint (tree, 'rod', 'ground', 'bob', 'length', 6)), 0);
check_close (norm (x0.p(1:3)), 6, 1e-12);
end

function flipped ()
bar = {'mass', 1, 'com', [0.5 0 0], 'inertia', 1};
tree = geomsaddbody (geomstree (), 'a', bar{:});
tree = geomsaddbody (tree, 'b', 'parent', 'a', 'at', [1 0 0], bar{:});
down = geomssys (geomsaddjoint (tree, 'revolute', {'b', [0.5 0 0]}, {'ground', [1.5 0 0]}, ...
    'axisB', [0 0 -1], 'name', 'last'));
check_error ('geoms:tree:flipped', @() geoms (down, [0 1]), '''last''');
check_error ('geoms:tree:flipped', @() geomsinit (down, 0), '180');
up = geomssys (geomsaddjoint (tree, 'revolute', {'b', [0.5 0 0]}, {'ground', [1.5 0 0]}, ...
    'axisB', [0 0 1]));
geomsinit (up, 0);
% a slider that is turned round about its own axis
tree = geomsaddbody (geomstree (), 'box', 'joint', 'cylindrical', 'mass', 1, 'inertia', 1);
slide = geomssys (geomsaddjoint (tree, 'prismatic', 'ground', 'box'));
check_error ('geoms:tree:flipped', @() geoms (slide, [0 1], struct ('p', [0; pi])), 'x axes');
flat = geomsaddbody (geomstree ('planar', true), 'box', 'joint', 'planar', 'mass', 1, 'inertia', 1);
fixed = geomssys (geomsaddjoint (flat, 'fixed', 'ground', 'box'));
check_error ('geoms:tree:flipped', @() geoms (fixed, [0 1], struct ('p', [0; 0; 3])));
end

function tree = add (varargin)
tree = geomsaddjoint (varargin{:});
end

% a gear: q1 + 2 q2 = 0;  a coordinate that a coupling drives
function couplings ()
tree = geomsaddbody (geomstree ('planar', true, 'gravity', [0 0]), {'a', 'b'}, 'mass', 1, ...
    'inertia', {1, 2});
tree = geomsaddforce (tree, 'joint', 'a', 'torque', 1);
geared = geomsaddjoint (tree, 'coupling', {'a.q', 'b'}, [1 2], 'name', 'gear');
sys = geomssys (geared, 'parameters', {'gear.offset'});
check (isequal (sys.names.lambda, {'gear: coupling'}) && isequal (sys.parameters, 0));
sol = geoms (sys, [0 1], [], 'RelTol', 1e-8, 'AbsTol', 1e-8);
check_close ([sol.p(:, end); sol.lambda(end)], [1/3; -1/6; 1/3], 1e-9);
T = linspace (-0.1, 1.1, 61);
for offset = {@(t) [3 + sin(t); cos(t); -sin(t)], [T; 3 + sin(T)]}
    told = geomsaddjoint (tree, 'coupling', {'b.q'}, 2, 'offset', offset{1});
    sol = geoms (geomssys (told), [0 1], struct ('p', [0; 1.5], 'v', [0; 0.5]), 'RelTol', 1e-8, ...
        'AbsTol', 1e-8);
    check_close ([sol.p(2, end); sol.lambda(end)], [1.5 + sin(1)/2; sin(1)/2], [1e-7; 1e-3]);
end
% with a joint that closes a loop: its rows come first
both = geomsaddjoint (geared, 'rod', {'a', [1 0]}, {'b', [3 0]});
check (isequal (getfield (geomssys (both), 'names', 'lambda'), {'rod1: distance', ...
    'gear: coupling'}));
text = evalc ('geomstree (both)');
check (~isempty (strfind (text, 'gear: coupling, 1 a + 2 b')));
couple = @(varargin) @() add (tree, 'coupling', varargin{:});
check_error ('geoms:tree:coupling', couple ({'a', 'a.q'}, [1 1]), 'once');
check_error ('geoms:tree:coupling', couple ({'a', 'b'}, [1 0]), 'not 0');
check_error ('geoms:tree:coupling', couple (3, 1), 'names');
check_error ('geoms:tree:value', couple ({'a', 'b'}, 1), '2');
check_error ('geoms:tree:unknown', couple ({'a.q2'}, 1), 'a.q');
check_error ('geoms:tree:motion', couple ({'a'}, 1, 'offset', @(t) [t; 2; 0]), '''offset''');
check_error ('geoms:tree:twice', @() add (geared, 'coupling', {'a'}, 1, 'name', 'gear'));
top = geomsaddbody (geomstree (), 'top', 'joint', 'spherical', 'mass', 1, 'inertia', 1);
check_error ('geoms:tree:value', @() add (top, 'coupling', {'top.e1'}, 1), 'quaternion');
end

function refused ()
tree = geomsaddbody (geomstree (), {'a', 'b'}, 'joint', 'free', 'mass', 1, 'inertia', 1);
check_error ('geoms:tree:kind', @() add (tree, 'revolut', 'a', 'b'), '''revolute''');
check_error ('geoms:tree:kind', @() add (tree, 'screw', 'a', 'b'));
check_error ('geoms:tree:unknown', @() add (tree, 'rod', 'a', 'c'), '''c''');
check_error ('geoms:tree:unknown', @() add (tree, 'rod', 'a', 'b.tip'), '''b.tip''');
check_error ('geoms:tree:point', @() add (tree, 'rod', 'a', 3));
check_error ('geoms:tree:value', @() add (tree, 'rod', 'a', {'b', [1 2]}));
check_error ('geoms:tree:loop', @() add (tree, 'rod', 'a', {'a', [1 0 0]}), 'same body');
check_error ('geoms:tree:axis', @() add (tree, 'spherical', 'a', 'b', 'axis', 'x'), 'no axis');
check_error ('geoms:tree:axis', @() add (tree, 'revolute', 'a', 'b', 'axis', [0 0 0]), 'zero');
check_error ('geoms:tree:length', @() add (tree, 'revolute', 'a', 'b', 'length', 1), 'rod');
check_error ('geoms:tree:length', @() add (tree, 'rod', 'a', 'b', 'length', -1), '-1');
check_error ('geoms:tree:option', @() add (tree, 'rod', 'a', 'b', 'lenght', 1), '''length''');
tied = geomsaddjoint (tree, 'rod', 'a', {'b', [1 0 0]}, 'name', 'link');
check_error ('geoms:tree:twice', @() add (tied, 'rod', 'a', 'b', 'name', 'link'), '''link''');
check_error ('geoms:tree:output', @() geomsaddjoint (tree, 'rod', 'a', 'b'));
check_error ('geoms:tree:kind', @() add (geomstree ('planar', true), 'universal', 'ground', ...
    'ground'));
end
