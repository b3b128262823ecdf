function tree = slidercrank_bodies (given, from)
% SLIDERCRANK_BODIES  The slider crank as slider, rod and crank, and the joint that closes its loop.
%   TREE = SLIDERCRANK_BODIES () is the mechanism of SLIDERCRANK_SYSTEM with the same coordinates x,
%   alpha, beta: the slider slides on the ground, the rod is hinged to it, the crank to the rod; the
%   hinge between crank and ground, 'support', is cut: 2 rows. TREE = SLIDERCRANK_BODIES (GIVEN)
%   changes the parameters, see SLIDERCRANK_PARAMETERS. TREE = SLIDERCRANK_BODIES (GIVEN, FROM) cuts
%   it elsewhere:
%
%       'slider'      as above (default)                      3 coordinates, 2 rows
%       'crank'       from the crank on, p = (phi, beta); the slider is fixed to the end of the
%                     rod, and its guide is cut: what Kurz, Burkhardt, Eberhard (2011) call usual
%                                                             2 coordinates, 1 row
%       'absolute'    place and angle of each body; all joints are cut
%                                                             9 coordinates, 8 rows
%
%   The bodies 'slider', 'rod' and 'crank' lie and move as at the start of SLIDERCRANK_SYSTEM. The
%   slider is a mass without inertia, except in 'absolute', where it has 1e-3 kg m^2, of which
%   nothing is felt: without it nothing but its guide, which is cut, would tell how it turns.
%
%   Example:
%       sys = geomssys (slidercrank_bodies (struct (), 'crank'));
%       sol = geoms (sys, [0 2], struct (), 'RelTol', 1e-9, 'AbsTol', 1e-9);
%       sol.p(1, end)                           % 11.60863279
%
%   See also SLIDERCRANK_SYSTEM, SLIDERCRANK_CUTS, GEOMSADDBODY, GEOMSADDJOINT.

if nargin < 1, given = struct (); end
if nargin < 2, from = 'slider'; end
q = slidercrank_parameters (given);
tree = geomstree ('planar', true, 'gravity', [0 0]);
crank = {'mass', q.m1, 'com', [q.l1/2 0], 'inertia', q.J1};
rod = {'mass', q.m2, 'com', [q.l2/2 0], 'inertia', q.J2};
s = slidercrank_start (q);
switch from
    case 'slider'
        tree = from_slider (tree, q, s, crank, rod);
    case 'crank'
        tree = from_crank (tree, q, s, crank, rod);
    case 'absolute'
        tree = absolute (tree, q, s, crank, rod);
    otherwise
        error ('geoms:example:word', 'FROM must be ''slider'', ''crank'' or ''absolute''.');
end

end

function tree = from_slider (tree, q, s, crank, rod)
tree = geomsaddbody (tree, 'slider', 'joint', 'prismatic', 'mass', q.m3, 'q', s.p(1), ...
    'v', s.v(1));
tree = geomsaddbody (tree, 'rod', 'parent', 'slider', rod{:}, 'q', s.p(2), 'v', s.v(2));
tree = geomsaddbody (tree, 'crank', 'parent', 'rod', 'at', [q.l2 0], crank{:}, ...
    'q', s.p(3), 'v', s.v(3));
tree = geomsaddjoint (tree, 'revolute', 'ground', {'crank', [q.l1 0]}, 'name', 'support');
end

% the rod leads from the crank's end to the slider
function tree = from_crank (tree, q, s, crank, rod)
tree = geomsaddbody (tree, 'crank', crank{:}, 'q', q.phi, 'v', q.speed);
tree = geomsaddbody (tree, 'rod', 'parent', 'crank', 'at', [q.l1 0], rod{:}, ...
    'q', -s.p(3), 'v', -s.v(3));
tree = geomsaddbody (tree, 'slider', 'parent', 'rod', 'joint', 'fixed', 'at', [q.l2 0], ...
    'mass', q.m3);
tree = geomsaddjoint (tree, 'line', 'ground', 'slider', 'axis', 'x', 'name', 'guide');
end

function tree = absolute (tree, q, s, crank, rod)
tip = q.l1 * [cos(q.phi), sin(q.phi)];
fast = q.speed * [-tip(2), tip(1)];
free = {'joint', 'planar'};
tree = geomsaddbody (tree, 'crank', free{:}, crank{:}, 'q', [0 0 q.phi], 'v', [0 0 q.speed]);
tree = geomsaddbody (tree, 'rod', free{:}, rod{:}, 'q', [tip, s.p(2) - pi], ...
    'v', [fast, s.v(2)]);
tree = geomsaddbody (tree, 'slider', free{:}, 'mass', q.m3, 'inertia', 1e-3, ...
    'q', [s.p(1) 0 0], 'v', [s.v(1) 0 0]);
tree = geomsaddjoint (tree, 'revolute', 'ground', 'crank', 'name', 'support');
tree = geomsaddjoint (tree, 'revolute', {'crank', [q.l1 0]}, 'rod', 'name', 'pin');
tree = geomsaddjoint (tree, 'revolute', {'rod', [q.l2 0]}, 'slider', 'name', 'joint');
tree = geomsaddjoint (tree, 'prismatic', 'ground', 'slider', 'axis', 'x', 'name', 'guide');
end
