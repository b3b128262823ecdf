function tree = geomsaddjoint (tree, kind, a, b, varargin)
%GEOMSADDJOINT  Adds a joint that closes a loop of a tree.
%   TREE = GEOMSADDJOINT (TREE, KIND, A, B, ...) ties a point of one body to a point of another. A
%   point is 'body', 'body.marker' (GEOMSADDMARKER) or {'body', [x y z]}; the ground is 'ground'.
%   KIND and the rows that it adds, in space (in a planar tree)
%     'spherical'     3 (2)  the points coincide
%     'revolute'      5 (2)  and have the axis in common
%     'universal'     4      the points coincide; x of A is across y of B
%     'cylindrical'   4      the axis is common
%     'prismatic'     5 (2)  the axis is common, without rotation
%     'planar'        3      B stays in the plane across the axis, without tilting
%     'fixed'         6 (3)
%     'line'          2 (1)  the point B is on the line through A along the axis
%     'plane'         1 (1)  the point B is in the plane through A across the axis
%     'rod'           1 (1)  the distance of the points
%     'rolling'       1 + 2 (1 + 1)  a thin wheel about A rolls on the plane through B: its rim
%                            touches the plane and does not slip
%     'sphere'        1 + 2  a ball about A rolls on the plane through B
%     'knife'         0 + 1 (0 + 1)  a blade at A does not slip across, against the body of B
%   Rows behind a + are nonholonomic: speeds, which have multipliers mu.
%   Options
%     'axis'     'x', 'y', 'z' or [x y z], in the axes of A (those of its marker, if that has its
%                own); default 'z', where it lies in the plane of a planar tree 'x'
%     'axisB'    the same axis in the axes of B. Default: as drawn, or, of a marker with its own
%                axes, like 'axis'
%     'length'   of a 'rod'; default: as drawn. Its multiplier is force / length, for its row is (d'd -
%                length^2) / 2 of the distance d; GEOMSREACTION gives the force
%   Options of what rolls or slides
%     'radius'   of a wheel or ball
%     'axis'     of a wheel, or across a blade, in the axes of A; default 'y'. In a planar tree
%                wheels have none: it is out of the plane
%     'normal'   of the plane, to the side where wheels and balls are, in the axes of B; default
%                'z', in a planar tree 'y'
%   Options of all
%     'name'     default the kind and a number; no body has the same name
%   TREE = GEOMSADDJOINT (TREE, 'coupling', {'a.q', 'b.q2'}, C, ...) adds the row
%   C(1) a.q + C(2) b.q2 + ... = B between coordinates of joints, for gears, racks, differentials.
%   The name of a body stands for the only coordinate of its joint.
%     'offset'   B; default 0. It may be a function of time, @(t) [B; B'; B''] with both
%                derivatives or @(t) B alone, or a table as 'motion' in GEOMSADDBODY
%     'name'     default 'coupling' and a number
%   As drawn means in the position that the 'q' of the bodies (GEOMSADDBODY) describe. Rows that
%   repeat others are no error: GEOMS says which.
%
%   Example: a four-bar mechanism
%       tree = geomstree ('planar', true);
%       bar = {'mass', 1, 'com', [0.5 0], 'inertia', 1/12};
%       tree = geomsaddbody (tree, 'crank', bar{:}, 'q', pi/2);
%       tree = geomsaddbody (tree, 'coupler', 'parent', 'crank', 'at', [1 0], bar{:}, 'q', -pi/2);
%       tree = geomsaddbody (tree, 'rocker', 'at', [1 0], bar{:}, 'q', pi/2);
%       tree = geomsaddjoint (tree, 'revolute', {'coupler', [1 0]}, {'rocker', [1 0]}, 'name', ...
%           'pin');
%       sol = geoms (geomssys (tree), [0 0.3], struct ('v', [1; -1; 1]));
%       sol.lambda(:, end)
%   Example: a coin that rolls, and how strongly it grips
%       tree = geomsaddbody (geomstree (), 'coin', 'joint', 'free', 'mass', 1, 'inertia', ...
%           [0.25 0.5 0.25], 'q', [0 0 1 1 0 0 0]);
%       tree = geomsaddjoint (tree, 'rolling', 'coin', 'ground', 'radius', 1, 'name', 'rim');
%       sys = geomssys (tree);
%       sol = geoms (sys, [0 3], struct ('v', [2; 0; 0; 0; 2; 0.5]));
%       R = geomsreaction (sol, sys, 'rim', sol.t);
%       plot (sol.t, sqrt (sum (R(1:2, :).^2)) ./ R(3, :))
%
%   See also GEOMSTREE, GEOMSADDBODY, GEOMSADDMARKER, GEOMSINIT, GEOMSSYS.

if nargin < 4
    error ('geoms:arguments:number', 'geomsaddjoint needs a tree, a kind and two points.');
end
tree_check (tree, nargout, 'geomsaddjoint');
try
    if ischar (kind) && strcmp (kind, 'coupling')
        tree = coupled (tree, a, b, varargin);
    else
        tree = added (tree, kind, a, b, varargin);
    end
catch e
    tree_blame (tree, e);
end

end

function tree = added (tree, kind, a, b, list)
given = tree_options (list, {'axis', 'axisB', 'length', 'radius', 'normal', 'name'}, ...
    'geomsaddjoint');
words = tree_words ();
letters = words.rows;
if tree.planar
    letters = words.planar;
end
known = words.loops;
known(cellfun (@isempty, letters)) = {''};
number = tree_kind (kind, [known, {'coupling'}], 'joint that closes loops');
name = tree_own_name (tree, 'loops', given, kind, 'joint that closes loops');
where = sprintf ('Joint ''%s''', name);

[A, ~] = tree_point (tree, a, where);
[B, own_axes] = tree_point (tree, b, where);
if A(1) == B(1)
    error ('geoms:tree:loop', '%s: both points belong to the same body: it ties nothing.', where);
end
value = length_of (given, kind, where);
if any (strcmp (kind, {'rolling', 'sphere', 'knife'}))
    [A, B, value] = tree_rolling (given, kind, A, B, tree.planar, where);
else
    check_rolls (given, where);
    [A, B] = axes_of (given, A, B, own_axes, kind, tree.planar, where);
end
column = [number - 1; A; B; value];
tree.loops = tree_list_add (tree.loops, {name}, column, {letters{number}});

end

function check_rolls (given, where)
for name = {'radius', 'normal'}
    if isfield (given, name{1})
        error ('geoms:tree:radius', '%s: ''%s'' belongs to ''rolling'' and ''sphere''.', where, ...
            name{1});
    end
end
end

function tree = coupled (tree, targets, coefficients, list)
given = tree_options (list, {'offset', 'name'}, 'geomsaddjoint');
name = tree_own_name (tree, 'couplings', given, 'coupling', 'coupling');
where = sprintf ('Joint ''%s''', name);
if ischar (targets)
    targets = {targets};
end
if ~iscellstr (targets) || isempty (targets)
    error ('geoms:tree:coupling', ['%s: the coordinates must be names, {''a.q'', ''b.q2''}, ', ...
        'not %s.'], where, check_described (targets));
end
terms = zeros (3, numel (targets));
for i = 1:numel (targets)
    [terms(1, i), terms(2, i)] = tree_coordinate (tree, targets{i}, where, [' Leave ', ...
        '''motion'' out and drive it by a coupling of its own: geomsaddjoint (tree, ', ...
        '''coupling'', {''%s''}, 1, ''offset'', @(t) [h; h''; h'''']).']);
end
terms(3, :) = tree_numbers (coefficients, numel (targets), 'the coefficients', where);
if size (unique (terms(1:2, :)', 'rows'), 1) < numel (targets) || ~all (terms(3, :))
    error ('geoms:tree:coupling', ['%s: each coordinate must stand there once, with a ', ...
        'coefficient that is not 0.'], where);
end
offset = 0;
if isfield (given, 'offset')
    offset = given.offset;
end
[value, fcn] = tree_function (offset, 1, true, '''offset''', where);
if isa (fcn, 'function_handle')
    tree_derivatives (fcn, 1, [where, ': ''offset''']);
end
tree.couplings = tree_list_add (tree.couplings, {name}, value, {terms});
tree = tree_add_function (tree, 4, tree_list_count (tree.couplings), 1, fcn, where);
end

% NaN in the axes of B: as drawn
function [A, B] = axes_of (given, A, B, own_axes, kind, planar, where)
kinds = {'revolute', 'cylindrical', 'prismatic', 'planar', 'line', 'plane'};
if planar
    kinds = {'prismatic', 'line', 'plane'};
end
with = any (strcmp (kind, kinds));
if ~with && (isfield (given, 'axis') || isfield (given, 'axisB'))
    error ('geoms:tree:axis', '%s: a joint ''%s'' has no axis: leave it out.', where, kind);
end
turns = any (strcmp (kind, {'universal', 'fixed'}));
if ~with && ~turns
    return
end
own = eye (3);
if with
    own = tree_axes ([planar; 0; ~planar], planar);
    if isfield (given, 'axis')
        own = tree_axes (tree_axis (given.axis, planar, where), planar);
    end
end
A(5:13) = reshape (reshape (A(5:13), 3, 3) * own, 9, 1);
if isfield (given, 'axisB')
    B(14:16) = reshape (B(5:13), 3, 3) * tree_axis (given.axisB, planar, where);
    B(5:13) = NaN;
elseif own_axes
    B(5:13) = reshape (reshape (B(5:13), 3, 3) * own, 9, 1);
else
    B(5:13) = NaN;
end
end

function value = length_of (given, kind, where)
value = 0;
if strcmp (kind, 'rod')
    value = NaN;
elseif isfield (given, 'length')
    error ('geoms:tree:length', '%s: ''length'' belongs to a ''rod''; this is ''%s''.', where, ...
        kind);
end
if isfield (given, 'length')
    value = tree_numbers (given.length, 1, '''length''', where);
    if value <= 0
        error ('geoms:tree:length', '%s: ''length'' is %g; it must be positive.', where, value);
    end
end
end

%!test # a hinge in space adds five rows
%! tree = geomsaddbody (geomstree (), 'arm', 'mass', 1, 'inertia', 1, 'joint', 'free');
%! tree = geomsaddjoint (tree, 'revolute', 'ground', 'arm', 'name', 'hinge');
%! sys = geomssys (tree);
%! assert (sys.dims.nl, 5);
%! assert (sys.names.lambda{4}, 'hinge: across 1');
%!test # a wheel: one row of positions, two of speeds
%! tree = geomsaddbody (geomstree (), 'coin', 'mass', 1, 'inertia', 1, 'joint', 'free');
%! sys = geomssys (geomsaddjoint (tree, 'rolling', 'coin', 'ground', 'radius', 1));
%! assert ([sys.dims.nl, sys.dims.nm], [1 2]);
%! assert (sys.names.mu{2}, 'rolling1: slip y');
%!error <same body> tree = geomsaddjoint (geomstree (), 'rod', 'ground', 'ground');
