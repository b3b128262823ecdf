function list = strength_systems ()
%STRENGTH_SYSTEMS  Systems of every kind for long campaigns: a struct array.
%   Fields: name, sys, x0, tend (a short span), large (more unknowns than all methods can do quickly).
%   Derived and called functions, every kind of unknown, invariants, redundant rows, parameters, masses
%   that vary, sparse matrices, trees with loops, laws, tables, joints of one's own and added functions.

persistent kept
if isempty (kept)
    kept = [derived(), called(), trees()];
end
list = kept;

end

function one = entry (name, sys, x0, tend, large)
one = struct ('name', name, 'sys', sys, 'x0', x0, 'tend', tend, 'large', nargin > 4 && large);
end

function list = derived ()
g = {'constraint', @(t,p) p'*p - 1};
list = entry ('pendulum', geomssys ('mass', [1 1], 'force', @(t,p,v,z,q) [0; -q], g{:}, 'parameters', ...
    9.81, 'derive', 'on'), struct ('p', [1; 0]), 0.2);
list(2) = entry ('ring that turns', geomssys ('mass', @(t,p) diag([1 + p(1)^2, 2]), 'force', ...
    @(t,p,v) [-p(1); -9.81], 'constraint', @(t,p) p(2) - sin (3*t)*p(1)^2, 'derive', 'on'), ...
    struct ('p', [1; 0], 'v', [0; 3]), 0.2);
list(3) = entry ('oscillator', geomssys ('mass', 1, 'force', @(t,p,v) -p, 'invariant', ...
    @(t,p,v) v^2 + p^2 - 1, 'derive', 'on'), struct ('p', 1), 0.5);
list(4) = entry ('knife edge', geomssys ('mass', [1 1 0.1], 'force', @(t,p,v) [1; 0; 0.1*v(3)], ...
    'nonholonomic', @(t,p,v) v(1)*sin (p(3)) - v(2)*cos (p(3)), 'derive', 'on'), ...
    struct ('p', [0; 0; 0], 'v', [1; 0; 1]), 0.2);
list(5) = entry ('everything', geomssys ('mass', [1 1], 'force', @(t,p,v,z) [z.r - z.w; -9.81 + z.s], ...
    'constraint', @(t,p) p'*p - 1, 'dynamics', @(t,p,v,z) -z.r + v(1), 'auxiliary', ...
    @(t,p,v,z) z.w - 0.1*v(1), 'contact', @(t,p,z) z.s + 0.1*z.s^3 - p(1), 'dims', ...
    struct ('nr', 1, 'nw', 1, 'ns', 1), 'derive', 'on'), struct ('p', [1; 0], 'r', 0, 'w', 0, 's', 0.9), 0.2);
list(6) = entry ('twice the same row', geomssys ('mass', [1 1], 'force', @(t,p,v) [0; -9.81], ...
    'constraint', @(t,p) [1; 2]*(p'*p - 1), 'derive', 'on'), struct ('p', [1; 0]), 0.2);
[sys, x0] = chain_of_links (24);
list(7) = entry ('links', sys, x0, 0.02, true);
end

function list = called ()
sys = geomssys ('mass', eye (2), 'force', @(t,p,v) [0; -9.81], 'constraint', @(t,p) p'*p - 1, ...
    'constraintJacobian', @(t,p) 2*p', 'constraintAcceleration', @(t,p,v) 2*(v'*v), 'derive', 'off');
list = entry ('pendulum, called', sys, struct ('p', [1; 0]), 0.1);
[sys, x0] = skate ('vectorized');
list(2) = entry ('skate, called', sys, x0, 0.02);
[sys, x0] = parallelogram_system (3);
list(3) = entry ('parallelogram', sys, x0, 0.02);
end

function list = trees ()
rod = {'mass', 1, 'com', [0.5 0], 'inertia', 1/12};
tree = geomsaddbody (geomstree ('planar', true), 'upper', rod{:});
tree = geomsaddbody (tree, 'lower', 'parent', 'upper', 'at', [1 0], rod{:});
list = entry ('double pendulum', geomssys (tree, 'parameters', {'upper.mass', 'lower.com'}), struct (), 0.3);
tree = geomsaddjoint (tree, 'rod', {'lower', [1 0]}, {'ground', [2 1]}, 'name', 'tie');
tree = geomsaddforce (tree, 'spring', {'ground', [1 1]}, 'lower', 'stiffness', 20, 'damping', 1);
tree = geomsaddforce (tree, 'law', @(t,p,v,X) [0, 0, -0.1], {'lower'});
list(2) = entry ('loop, spring and law', geomssys (tree), struct (), 0.2);
list(3) = entry ('space', geomssys (in_space (), 'dynamics', @(t,p,v,z) -z.r + v(1), 'force', ...
    @(t,p,v,z) [-z.r; zeros(numel (v) - 1, 1)], 'dims', struct ('nr', 1)), struct ('r', [0; 0]), 0.05);
list(4) = entry ('cable', geomssys (cable (30)), struct (), 0.02, true);
end

function tree = in_space ()
tree = geomsaddbody (geomstree (), 'arm', 'mass', 1, 'com', [0.5 0 0], 'inertia', [1 1 1]);
tree = geomsaddbody (tree, 'ball', 'parent', 'arm', 'joint', 'spherical', 'at', [1 0 0], 'mass', 1, ...
    'inertia', [1 1 1.5], 'com', [0.2 0 0]);
tree = geomsaddbody (tree, 'driven', 'parent', 'ball', 'motion', @(t) sin (t), 'mass', 1, 'inertia', ...
    [1 1 1]);
tree = geomsaddbody (tree, 'bead', 'joint', 'user', 'map', @(q, t) deal ([q; q^2; t], eye (3)), 'q', 0, ...
    'mass', 1, 'inertia', [1 1 1]);
tree = geomsaddforce (tree, 'bushing', 'arm', 'ball', 'stiffness', 1:6);
tree = geomsaddforce (tree, 'torque', 'ball', 'value', [0 1 2; 1 2 3; 0 0 0; 0 0 1]);
tree = geomsaddforce (tree, 'series', 'ground', 'ball', 'stiffness', 2, 'damping', 3);
end

function tree = cable (n)
tree = geomstree ('planar', true);
parent = 'ground';
for i = 1:n
    name = sprintf ('b%d', i);
    tree = geomsaddbody (tree, name, 'parent', parent, 'at', [i > 1, 0], 'mass', 1, 'com', [0.5 0], ...
        'inertia', 1/12);
    parent = name;
end
end
