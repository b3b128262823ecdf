function tree = fourbar_tree ()
%FOURBAR_TREE  The four-bar linkage of the guide: bars in the plane, a damper in the rocker's joint.
%   The coupler hangs on the crank, and a closing joint pins its end to the rocker. See bodies.md.

a = 0.1;  b = 0.3;  c = 0.25;  d = 0.3;         % crank, coupler, rocker, ground: metres
bar = @(L) {'mass', 2*L, 'com', [L/2 0], 'inertia', 2*L * L^2 / 12, 'shape', {'box', [L 0.02]}};
crank = bar (a);  coupler = bar (b);  rocker = bar (c);
tree = geomstree ('planar', true);
tree = geomsaddbody (tree, 'crank', crank{:}, 'q', pi/2);
tree = geomsaddbody (tree, 'coupler', 'parent', 'crank', 'at', [a 0], coupler{:}, 'q', -pi/2);
tree = geomsaddbody (tree, 'rocker', 'at', [d 0], rocker{:}, 'q', pi/2);
tree = geomsaddjoint (tree, 'revolute', {'coupler', [b 0]}, {'rocker', [c 0]}, 'name', 'pin');
tree = geomsaddforce (tree, 'joint', 'rocker', 'damping', 0.02);

end
