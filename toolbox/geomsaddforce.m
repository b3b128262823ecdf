function tree = geomsaddforce (tree, kind, varargin)
%GEOMSADDFORCE  Adds a force element to a tree.
%   TREE = GEOMSADDFORCE (TREE, 'spring', A, B, ...) is a spring and damper between two points with
%   the force c (L - L0) + d L' along their line. A point is 'body', 'body.marker' (GEOMSADDMARKER)
%   or {'body', [x y z]}; the ground is 'ground'.
%     'stiffness', 'damping'    c, d; default 0; one of them is needed
%     'length'                  L0; default: as drawn, with the 'q' of the bodies
%   TREE = GEOMSADDFORCE (TREE, 'joint', NAME, ...) acts in the joint of the body NAME, with
%   u - c (q - q0) - d q' - m tanh (q'/v0), a force along it or a torque about it. NAME is one
%   velocity, 'name.v2', of joints with several; 'damping' and 'friction' may act on all of them,
%   NAME 'name'.
%     'stiffness', 'rest'       c, q0; default 0; not of rotations by a quaternion
%     'damping'                 d; default 0
%     'friction', 'speed'       m and v0; default 0 and 1e-3
%     'torque'                  u; default 0; may be a function of time
%   TREE = GEOMSADDFORCE (TREE, 'force', A, 'value', [FX FY FZ], ...) acts at the point A.
%   TREE = GEOMSADDFORCE (TREE, 'torque', A, 'value', [TX TY TZ], ...) acts on its body; in a planar
%   tree it is one number.
%     'axes'                    of the value: 'world' (default), 'body' (those of A), or another
%                               point
%     The value may be a function of time.
%   TREE = GEOMSADDFORCE (TREE, 'series', A, B, ...) is a spring and a damper one behind the other
%   between two points, with 'stiffness', 'damping' and 'length' as 'spring': the damper has the
%   length r, d r' = c (L - L0 - r). r is one of SOL.r, called 'name.r', 0 at the start unless X0.r
%   is given.
%   TREE = GEOMSADDFORCE (TREE, 'stop', NAME, [LOWER UPPER], ...) pushes back with
%   c s^1.5 (1 + 1.5 d s') where a coordinate is s beyond a limit, and never pulls; NAME is
%   'name' or 'name.q2', a limit may be infinite.
%     'stiffness', 'damping'    c; d, default 0
%   TREE = GEOMSADDFORCE (TREE, 'bushing', A, B, ...) acts on B with -K (u; phi) - D (u; phi)', u
%   from A to B and phi the rotation vector of B, both in the axes of A, and on A with the
%   opposite. A and B are points; the axes of B are those of its marker (GEOMSADDMARKER), or
%   parallel to those of A as drawn.
%     'stiffness', 'damping'    K, D: 6 numbers (the diagonal) or 6 x 6, translations first; in a
%                               planar tree 3 (x, y, angle) or 3 x 3; default 0
%   TREE = GEOMSADDFORCE (TREE, 'law', FCN, BODIES, ...) is a law of your own: FCN is @(t,p,v,X), and
%   BODIES the names of the n bodies it acts on. X.name.x, X.name.v are place and velocity of the
%   origin of the body 'name', X.name.R its rotation, X.name.w its angular velocity, in axes of the
%   ground (characters that a field cannot have are _); p, v are all coordinates and velocities, see
%   SYS.names. It returns n x 6, moment and force on each body, about its origin in axes of the
%   ground; in a planar tree n x 3. A fifth argument gets the parameters of GEOMSSYS. With
%   'vectorized' there, one call is made for k states: X.name.x 3 x k, R 3 x 3 x k, the result
%   n x 6 x k. In Octave laws are recorded, and called no more, where this can be done: 'derive' of
%   GEOMSSYS.
%   Mind that rows of a law are [moment, force], as spatial vectors are; bushings and GEOMSREACTION
%   have [force, moment]. 'vectorized' makes laws several times faster.
%   All take 'name', by which 'parameters' of GEOMSSYS finds them; its default is the kind and a
%   number, of 'joint' the NAME. A second 'joint' on the same NAME is called 'NAME 2', so that
%   'NAME.stiffness' is that of the first.
%   A function of time is a handle @(t), which is recorded where this can be done ('derive' of
%   GEOMSSYS), else called for one time after the other, or a table, which is evaluated natively: a
%   matrix [t; values], or a struct with t and values, a column for each of at
%   least two rising times. A spline goes through it: cubics with two continuous derivatives, SPLINE
%   (not-a-knot). Between values it may overshoot, above all beside steps and corners (geoms:tree:overshoot
%   tells by more than half of the range): look at it with SPLINE (t, values, 0:0.01:1), give values
%   closer there, or a handle. Beyond the ends the
%   first and the last cubic go on; a run that comes there is a warning, geoms:tree:tableEnds.
%
%   Example: a quarter car
%       tree = geomstree ('planar', true);
%       slide = {'joint', 'prismatic', 'axis', 'y'};
%       tree = geomsaddbody (tree, 'wheel', slide{:}, 'mass', 40);
%       tree = geomsaddbody (tree, 'body', 'parent', 'wheel', slide{:}, 'at', [0 0.5], 'mass', 300);
%       tree = geomsaddforce (tree, 'joint', 'wheel', 'stiffness', 2e5);
%       tree = geomsaddforce (tree, 'spring', 'wheel', 'body', 'stiffness', 2e4, 'damping', ...
%           1500, 'name', 'shock');
%       sol = geoms (geomssys (tree), [0 2]);
%       plot (sol.t, sol.p)
%
%   Example: a motor with a torque of time, and a stop
%       tree = geomsaddbody (geomstree ('planar', true), 'arm', 'mass', 1, 'com', [0.5 0], ...
%           'inertia', 1/12, 'q', -pi/2);
%       tree = geomsaddforce (tree, 'joint', 'arm', 'torque', @(t) 4 * sin (t));
%       tree = geomsaddforce (tree, 'stop', 'arm', [-2.5 -1], 'stiffness', 1e4);
%       sol = geoms (geomssys (tree), [0 10]);
%       plot (sol.t, sol.p)
%
%   See also GEOMSTREE, GEOMSADDBODY, GEOMSADDMARKER, GEOMSADDJOINT, GEOMSSYS.

if nargin < 3
    error ('geoms:arguments:number', 'geomsaddforce needs a tree, a kind and where it acts.');
end
tree_check (tree, nargout, 'geomsaddforce');
try
    if ischar (kind) && strcmp (kind, 'law')
        tree = tree_force_law (tree, varargin);
    else
        tree = added (tree, kind, varargin);
    end
catch e
    tree_blame (tree, e);
end

end

function tree = added (tree, kind, list)
% each returns columns of the table (TREE_FORCE_COLUMN), the default of the name, options, and what
% else there is (TREE_FORCE_VALUE)
kinds = {
    'spring', @tree_force_spring
    'joint', @tree_force_joint
    'force', @tree_force_vector
    'torque', @tree_force_vector
    'series', @tree_force_spring
    'stop', @tree_force_stop
    'bushing', @tree_force_bushing};
at = tree_kind (kind, [kinds(:, 1)', {'law'}], 'force element');
words = tree_words ();
number = tree_kind (kind, words.forces, 'force element') - 1;
make = kinds{at, 2};
[table, stem, given, value] = make (tree, kind, list);
table(1, :) = number;
name = names_of (tree, given, stem, kind);
tree.forces = tree_list_add (tree.forces, name, table, repmat ({value.matrices}, size (name)));
if ~isempty (value.fcn)
    tree = tree_add_function (tree, 3, tree_list_count (tree.forces), value.rows, value.fcn, ...
        sprintf ('Force element ''%s''', name{1}));
end

end

% one for each column; that of a joint is its velocity's
function names = names_of (tree, given, stem, kind)
stem = reshape (stem, 1, []);
if ~strcmp (kind, 'joint') || isfield (given, 'name')
    names = {tree_own_name(tree, 'forces', given, stem{1}, 'force element')};
    if numel (stem) > 1
        names = arrayfun (@(i) sprintf ('%s %d', names{1}, i), 1:numel (stem), ...
            'UniformOutput', false);
    end
    return
end
names = stem;
for i = 1:numel (stem)
    number = 1;
    while tree_list_find (tree.forces, names{i}) > 0
        number = number + 1;
        names{i} = sprintf ('%s %d', stem{i}, number);
    end
end
end

%!test # a spring as it is drawn is not stretched
%! tree = geomsaddbody (geomstree ('gravity', [0 0 0]), 'box', 'joint', 'prismatic', 'mass', 1, ...
%!     'q', 0.5);
%! tree = geomsaddforce (tree, 'spring', 'ground', 'box', 'stiffness', 10);
%! sys = geomssys (tree);
%! assert (sys.tree.forces(37), 0.5);
%!test # 2 x'' = 2 cos t
%! tree = geomsaddbody (geomstree ('gravity', [0 0 0]), 'box', 'joint', 'prismatic', 'mass', 2);
%! tree = geomsaddforce (tree, 'force', 'box', 'value', @(t) [0 0 2*cos(t)]);
%! sol = geoms (geomssys (tree), [0 1]);
%! assert (sol.p(end), 1 - cos (1), 1e-5);
%!error <Did you mean 'spring'> tree = geomsaddforce (geomstree (), 'sprin', 'ground');
