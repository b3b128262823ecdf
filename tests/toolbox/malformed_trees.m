function list = malformed_trees ()
%MALFORMED_TREES  Calls with trees of bodies for MALFORMED_TARGETS: {name, arguments; ...}.

list = {
    'geomstree', @tree_call
    'geomsaddbody', @body_call
    'geomsaddjoint', @joint_call
    'geomsaddforce', @force_call
    'geomsaddmarker', @marker_call
    'systems of trees', @system_call
    'runs of trees', @run_call};

end

function call = call_of (fcn, list)
call = struct ('fcn', fcn, 'list', {list}, 'outputs', 1, 'after', @() 0);
end

% two bodies and a ball, with a marker
function tree = some_tree ()
persistent kept
if isempty (kept)
    kept = geomsaddbody (geomstree (), 'arm', 'mass', 1, 'inertia', 1, 'com', [0.5 0 0]);
    kept = geomsaddbody (kept, 'ball', 'parent', 'arm', 'joint', 'spherical', 'at', [1 0 0], ...
        'mass', 1, 'inertia', [1 1 1.5]);
    kept = geomsaddbody (kept, 'box', 'joint', 'prismatic', 'mass', 2, 'axis', 'x');
    kept = geomsaddmarker (kept, 'ball.eye', [0 0.1 0], [0 0 1]);
end
tree = kept;
end

% a few of these pairs of names and values
function list = some_of (pairs)
list = {};
for i = 1:malformed_draw (4) - 1
    k = 2 * malformed_draw (numel (pairs) / 2);
    list = [list, pairs(k - 1:k)]; %#ok<AGROW>
end
end

function call = tree_call ()
call = call_of (@geomstree, some_of ({'planar', true, 'planar', false, 'gravity', [0 0 -1], ...
    'gravity', [1 2], 'gravity', @(t) [0 0 t], 'gravity', [0 1; 0 0; 0 0; 1 2], 'urdf', robot(), ...
    'base', 'free', 'limits', 100, 'limits', [1 2]}));
end

function file = robot ()
root = fileparts (fileparts (fileparts (mfilename ('fullpath'))));
file = fullfile (root, 'examples', 'sixaxis', 'sixaxis.urdf');
end

function call = body_call ()
name = malformed_draw ({'hand', 'two words', {'a', 'b'}});
call = call_of (@geomsaddbody, [{some_tree(), name}, some_of({'parent', 'arm', 'joint', 'free', ...
    'joint', 'screw', 'pitch', 0.1, 'axis', [1 2 3], 'axis', 'y', 'at', [1 0 0], 'turn', ...
    [0 1 0], 'turn', eye(3), 'mass', 1, 'mass', {1, 2}, 'com', [0 1 0], 'inertia', ...
    [1 1 1 0 0 0], 'inertia', eye(3), 'about', 'joint', 'q', 0.1, 'v', 1, 'q', {1, []}, ...
    'motion', @(t) [t; 1; 0], 'motion', [0 1 2; 0 1 4], 'joint', 'user', 'map', @on_a_line, 'map', ...
    @sin, 'coordinates', 2})]);
end

function call = joint_call ()
kind = malformed_draw ({'revolute', 'spherical', 'rod', 'line', 'prismatic', 'fixed', 'universal'});
b = malformed_draw ({'box', 'ball.eye', {'ball', [0 0 1]}});
call = call_of (@geomsaddjoint, [{some_tree(), kind, 'ground', b}, some_of({'axis', 'x', 'axis', ...
    [1 2 3], 'axisB', [0 0 1], 'length', 2, 'name', 'loop'})]);
if malformed_draw (3) == 1
    call = call_of (@geomsaddjoint, [{some_tree(), malformed_draw({'rolling', 'sphere', 'knife'}), ...
        b, 'ground'}, some_of({'radius', 1, 'radius', 2, 'axis', [1 2 3], 'normal', 'x'})]);
elseif malformed_draw (3) == 1
    call = call_of (@geomsaddjoint, [{some_tree(), 'coupling', {'arm.q', 'box'}, [1 -2]}, ...
        some_of({'offset', 1, 'offset', @(t) [t; 1; 0], 'offset', [0 1 2; 1 2 3], 'name', ...
        'gear'})]);
end
end

function call = force_call ()
list = malformed_draw ({
    {'spring', 'ball.eye', {'ground', [0 0 1]}, 'stiffness', 3, 'damping', 1, 'length', 2}
    {'joint', 'arm', 'stiffness', 3, 'rest', 1, 'damping', 2, 'friction', 1, 'speed', 1, ...
        'torque', 1}
    {'joint', 'ball', 'damping', 2}
    {'force', 'ball.eye', 'value', [1 2 3], 'axes', 'body'}
    {'torque', 'box', 'value', [1 2 3], 'axes', 'arm', 'name', 'motor'}
    {'force', 'ball.eye', 'value', @(t) [t 2 3], 'axes', 'world'}
    {'torque', 'box', 'value', struct('t', [0 1], 'values', ones (3, 2))}
    {'joint', 'arm', 'torque', [0 1; 1 2]}
    {'stop', 'arm', [-1 2], 'stiffness', 3, 'damping', 1}
    {'series', 'ball.eye', 'ground', 'stiffness', 3, 'damping', 1, 'length', 2}
    {'bushing', 'ball.eye', 'ground', 'stiffness', 1:6, 'damping', eye(6)}});
call = call_of (@geomsaddforce, [{some_tree()}, list]);
end

function call = marker_call ()
list = malformed_draw ({{'arm.tip', [1 0 0]}, {'ground.hook', [0 0 1], eye(3)}, ...
    {'box.lid', [0 1 0], [0 1 0]}});
call = call_of (@geomsaddmarker, [{some_tree()}, list]);
end

function tree = tied ()
persistent kept
if isempty (kept)
    kept = tied_now ();
end
tree = kept;
end

function tree = tied_now ()
tree = geomsaddjoint (some_tree (), 'rod', 'box', {'ball', [0 1 0]}, 'name', 'rod');
tree = geomsaddforce (tree, 'spring', 'ground', 'ball', 'stiffness', 2, 'name', 'shock');
tree = geomsaddforce (tree, 'series', 'ground', 'ball', 'stiffness', 2, 'damping', 3);
tree = geomsaddforce (tree, 'bushing', 'arm', 'ball', 'stiffness', 1:6);
tree = geomsaddforce (tree, 'torque', 'ball', 'value', @(t) [t 1 2]);
tree = geomsaddforce (tree, 'joint', 'arm', 'torque', [0 1 2; 1 3 2]);
tree = geomsaddbody (tree, 'driven', 'parent', 'ball', 'motion', @(t) [t; 1; 0]);
tree = geomsaddjoint (tree, 'coupling', {'arm', 'box'}, [1 0.5]);
tree = geomsaddjoint (tree, 'knife', 'ball', 'ground');
tree = geomsaddbody (tree, 'bead', 'parent', 'driven', 'joint', 'user', 'map', @on_a_line, 'q', 0, ...
    'mass', 1, 'inertia', 1);
end

function [d, R] = on_a_line (q)
d = [q(1); 0; 0];
R = eye (3);
end

% with these numbers as parameters
function sys = tied_system (names)
persistent kept known
word = sprintf ('%s ', names{:});
if isempty (kept) || ~any (strcmp (word, known))
    known = [known, {word}];
    kept{end + 1} = geomssys (tied (), 'parameters', names);
end
sys = kept{strcmp(word, known)};
end

function call = system_call ()
if malformed_draw (2) == 1
    names = malformed_draw ({{'arm.mass'}, {'shock.stiffness', 'arm.com'}, {'rod.length', ...
        'gravity(2)', 'ball.inertia(3)'}});
    call = call_of (@geomssys, {tied(), 'parameters', names});
else
    sys = tied_system ({'arm.mass', 'shock.stiffness', 'ball.com'});
    call = call_of (@geomssys, {sys, 'parameters', [1; 2; 0; 0.1; 0]});
end
end

function call = run_call ()
sys = tied_system ({'arm.mass'});
x0 = malformed_draw ({struct(), struct('p', [0; 1; 0; 0; 0; 0; 0]), struct('v', [1; 0; 0; 0; 0; 0])});
list = malformed_draw ({{@geomsinit, {sys, 0, x0}}, {@geoms, {sys, [0 0.1], x0, 'MaxSteps', ...
    99}}, {@geomscheck, {sys, 0, x0, 'States', 1}}, {@geoms, {sys, [0 0.1], x0, 'MaxSteps', 99, ...
    'Events', @(t,p,v) p(1) - 0.01}}});
call = call_of (list{:});
end
