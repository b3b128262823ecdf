function tree = geomstree (varargin)
%GEOMSTREE  A tree of bodies and joints, to which bodies are added.
%   TREE = GEOMSTREE () has the ground and nothing else. GEOMSADDBODY adds bodies with the joints
%   that carry them, GEOMSADDJOINT joints that close loops, GEOMSADDFORCE forces, GEOMSADDMARKER
%   named points; SYS = GEOMSSYS (TREE) is a system for GEOMS, whose equations of motion are
%   evaluated natively, at a cost that grows like the number of bodies.
%   TREE = GEOMSTREE ('planar', true) moves in the plane of x and y: vectors have 2 components,
%   moments of inertia and angles are one number, z is the axis of all rotations.
%   TREE = GEOMSTREE ('gravity', [0 0 -9.81]) sets the gravity, in m/s^2; this is its default, in a
%   planar tree [0 -9.81]. It may be a function of time, @(t), or a table as 'value' in
%   GEOMSADDFORCE.
%   GEOMSTREE (TREE) prints the tree.
%
%   TREE is a struct: it may be saved and copied; the only handles in it are functions of time, laws
%   and maps.
%   Lengths in m, angles in rad, masses in kg, or all in other units that fit together.
%
%   Example: a double pendulum
%       tree = geomstree ('planar', true);
%       tree = geomsaddbody (tree, 'upper', 'mass', 1, 'com', [0.5 0], 'inertia', 1/12);
%       tree = geomsaddbody (tree, 'lower', 'parent', 'upper', 'at', [1 0], 'mass', 1, ...
%           'com', [0.5 0], 'inertia', 1/12);
%       geomstree (tree)
%       sol = geoms (geomssys (tree), [0 10]);
%       plot (sol.t, sol.p)
%
%   See also GEOMSADDBODY, GEOMSADDJOINT, GEOMSADDFORCE, GEOMSADDMARKER, GEOMSSYS, GEOMS.

if nargin == 1 && isstruct (varargin{1})
    tree_check (varargin{1}, 1, 'geomstree');
    tree_intact (varargin{1});
    if nargout > 0
        error ('geoms:tree:output', 'geomstree (tree) prints and returns nothing.');
    end
    fprintf ('%s', tree_print (varargin{1}));
    return
end
given = tree_options (varargin, {'planar', 'gravity'}, 'geomstree');
tree = struct ('type', 'geomstree', 'planar', false, 'gravity', [0; 0; -9.81], 'bodies', ...
    tree_list_empty (), 'markers', tree_list_empty (), 'loops', tree_list_empty (), 'couplings', ...
    tree_list_empty (), 'forces', tree_list_empty (), 'signals', tree_list_empty (), ...
    'shapes', tree_list_empty (), 'laws', tree_list_empty (), 'maps', tree_list_empty ());
if isfield (given, 'planar')
    if ~isequal (given.planar, true) && ~isequal (given.planar, false)
        error ('geoms:tree:value', 'geomstree: ''planar'' must be true or false, not %s.', ...
            check_described (given.planar));
    end
    tree.planar = logical (given.planar);
end
if tree.planar
    tree.gravity = [0; -9.81; 0];
end
if isfield (given, 'gravity')
    [tree.gravity, fcn] = gravity (given.gravity, tree.planar);
    tree = tree_add_function (tree, 1, 1, 1:3 - tree.planar, fcn, 'geomstree: ''gravity''');
end

end

function [g, fcn] = gravity (value, planar)
if planar && isnumeric (value) && numel (value) == 3 && isequal (value(3), 0)
    value = value(1:2);
elseif planar && isnumeric (value) && numel (value) == 3
    error ('geoms:tree:gravity', ['geomstree: the gravity %s points out of the plane of x ', ...
        'and y: give [gx gy].'], check_described (value));
end
[g, fcn] = tree_function (value, 3 - planar, false, '''gravity''', 'geomstree');
g = [g; zeros(planar, 1)];
end

%!test
%! tree = geomstree ('planar', true);
%! assert (tree.gravity, [0; -9.81; 0]);
%!error <out of the plane> geomstree ('planar', true, 'gravity', [0 0 -9.81])
%!error <Did you mean 'planar'> geomstree ('plana', true)
