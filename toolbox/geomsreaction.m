function r = geomsreaction (sol, sys, joint, varargin)
%GEOMSREACTION  Forces and moments in a joint or force element along a run of a tree.
%   R = GEOMSREACTION (SOL, SYS, JOINT) is what the joint hands on at the times SOL.t, R =
%   GEOMSREACTION (SOL, SYS, JOINT, T) at the k times T within the run, 6 x k: force, moment. SYS
%   is the system GEOMSSYS (TREE) that GEOMS has integrated. JOINT is the name
%     of a body           of the joint that carries it: force and moment on the body, about its
%                         origin, in the axes of the joint in its parent ('turn')
%     of a closing joint  (GEOMSADDJOINT): force and moment on B, about the point B, in the axes
%                         of A turned so that 'axis' is their z, in a planar tree their y: see below
%     of what rolls, slides  ('rolling', 'sphere', 'knife'): force and moment on the body A, about
%                         its point. z (y) of the axes is 'normal'; x is where a wheel rolls to, of
%                         balls and blades as near to x of the plane's body as it can
%     of a coupling       what it does to its coordinates, in the order in which they were given,
%                         one row each: - lambda c with their coefficients c, moments of those
%                         that turn, forces of those that slide
%     of a force element  (GEOMSADDFORCE): what it does to A, about its point; the first component of
%                         'spring', 'series' is along the line to B, positive where it pulls; of
%                         'force', 'torque' it has the axes of the value. Of a 'bushing' to B, in
%                         axes of A. Of 'joint', 'stop' the force or moment on its coordinate. A
%                         'joint' needs a name of its own here
%   R = GEOMSREACTION (..., 'axes', 'world') has it in axes of the ground; 'joint' is the default.
%   In a planar tree R is 3 x k: force along x and y, moment. What acts on coordinates has no axes.
%
%   Axes x', y', z' of closing joints are right-handed. In space they are x, y, z of A where 'axis'
%   is 'z'; -z, y, x where it is 'x'; z, x, y where it is 'y'; of any other z' they are x' = e x z',
%   y' = z' x x', with the first of those of x, y, z of A as e that are farthest from z'. In a
%   planar tree x' is to the right of y' = 'axis': -y, x of A where it is 'x', x, y where it is 'y'.
%
%   SYS must have the numbers, masses, parameters, with which the run was computed; a run that
%   GEOMSEXTEND has continued with others is asked for one part after the other (T).
%
%   Force elements that act in a joint ('joint' of GEOMSADDFORCE) and couplings are part of what it
%   hands on, and so is a force on coordinates ('force' of GEOMSSYS), which acts in the joint whose coordinate
%   it moves; springs between points and 'bushing' are not; SOL.lambda tells couplings apart (SYS.names.lambda,
%   'gear: coupling'). Where constraints depend on each other, some reactions are not unique:
%   components on which the choice of multipliers has an influence are NaN.
%
%   Example: a pendulum at rest, then swinging
%       tree = geomsaddbody (geomstree ('planar', true), 'arm', 'mass', 1, 'com', [0.5 0], ...
%           'inertia', 1/12);
%       sys = geomssys (tree);
%       sol = geoms (sys, [0 2]);
%       R = geomsreaction (sol, sys, 'arm');
%       R(:, 1)                                  % 0, 9.81 / 4, 0
%       plot (sol.t, R)
%
%   See also GEOMSMOTION, GEOMSENERGY, GEOMSADDJOINT, GEOMSTREE.

if nargin < 3
    error ('geoms:arguments:number', ['geomsreaction needs a solution, its system and a ', ...
        'joint: geomsreaction (sol, sys, ''arm'').']);
end
tree_results_check (sol, sys, 'geomsreaction');
[t, axes] = arguments_of (varargin);
[number, kind] = joint_of (sys.tree.names, joint);
world = strcmp (axes, 'world');
on_coordinates = strcmp (kind, 'couplings') || strcmp (kind, 'forces') && in_joint (sys.tree, number);
if on_coordinates
    refuse_axes (axes, joint);
end
if strcmp (kind, 'couplings')
    wrench = @(results) forces_of (results, sys, number);
elseif strcmp (kind, 'forces')
    wrench = @(results) element_of (results, number, on_coordinates, world);
else
    wrench = @(results) wrench_of (results, sys.tree, number, strcmp (kind, 'loops'), world);
end
found = tree_results (sol, sys, t);
r = wrench (found);
r(free_components (sol, sys, found, wrench)) = NaN;
if sys.tree.planar && ~on_coordinates
    r = r([1 2 6], :);
end

end

function yes = in_joint (tree, number)
words = tree_words ();
yes = any (strcmp (words.forces{tree.forces(1, number) + 1}, {'joint', 'stop'}));
end

% axes: '' where they are not given
function [t, axes] = arguments_of (list)
t = [];
if ~isempty (list) && ~ischar (list{1})
    t = list{1};
    list(1) = [];
end
given = tree_options (list, {'axes'}, 'geomsreaction');
axes = '';
if isfield (given, 'axes')
    axes = given.axes;
    if ~isequal (axes, 'world') && ~isequal (axes, 'joint')
        error ('geoms:reaction:axes', ['geomsreaction: ''axes'' must be ''joint'' or ', ...
            '''world'', not %s.'], check_described (axes));
    end
end
end

function refuse_axes (axes, joint)
if ~isempty (axes)
    error ('geoms:reaction:axes', ['geomsreaction: ''%s'' acts on coordinates, which have no axes: ', ...
        'leave out ''axes''.'], joint);
end
end

% kind: which list of names
function [number, kind] = joint_of (names, joint)
if ~ischar (joint) || size (joint, 1) ~= 1
    error ('geoms:tree:unknown', ['geomsreaction: the name of a joint or force element must be a ', ...
        'text, not %s.'], check_described (joint));
end
kinds = {'loops', 'couplings', 'bodies', 'forces'};
for i = 1:numel (kinds)
    kind = kinds{i};
    number = find (strcmp (joint, names.(kind)), 1);
    if ~isempty (number)
        return
    end
end
error ('geoms:tree:unknown', 'geomsreaction: there is no joint or force element ''%s''. %s', joint, ...
    check_nearest (joint, [names.bodies, names.loops, names.couplings, names.forces]));
end

% 12 x elements x k, see GEOMS_TREE_RESULTS
function r = element_of (found, number, on_coordinates, world)
part = 1:6;
if on_coordinates
    part = 1;
elseif world
    part = 7:12;
end
r = reshape (found.force(part, number, :), numel (part), []);
end

% of a coupling c'q = b, whose rows stand behind those of the loops: - lambda c
function r = forces_of (found, sys, number)
letters = [sys.tree.rows{:}, ''];
row = sys.index.lambda(sum (letters == lower (letters)) + number);
c = sys.tree.coupled(3, sys.tree.coupled(1, :) == number)';
r = -c * found.x(row, :);
end

function r = wrench_of (found, tree, number, closes, world)
table = found.joint;
if closes
    table = found.loop;
end
r = reshape (table(:, number, :), 6, []);
if world
    r = to_ground (r, found, tree, number, closes);
elseif closes && any (tree.rows{number} == 'w')
    r = to_wheel (to_ground (r, found, tree, number, closes), found, tree, number);
elseif closes && tree.planar
    r = to_plane (r, reshape (tree.loops(6:14, number), 3, 3));
end
end

% axes whose z is 'axis' and whose y is out of the plane: z out of it, 'axis' is y,
% x to its right
function r = to_plane (r, turn)
out = round (turn(3, 2));
if out ~= 0
    r = [-out * r(1, :); r(3, :); out * r(2, :); -out * r(4, :); r(6, :); out * r(5, :)];
end
end

% Multipliers lambda + n with C'n = 0 give the same accelerations. With the differences of these, D,
% and of the reaction, W, that each multiplier makes which is not unique: W null (D) is what is
% open. Which multipliers are not unique may change along the run: rows of wheels have axes of the
% plane. Rounding leaves about 1e-12 of the largest singular value of D, and of the largest entry of W
% where it is not 0; what constraints do is far more.
function open = free_components (sol, sys, found, wrench)
no_acceleration = 1e-9;
no_reaction = 1e-7;
k = numel (found.t);
of_it = wrench (found);
open = false (size (of_it));
if ~isfield (sol.info, 'multiplierUnique') || all (sol.info.multiplierUnique)
    return
end
rows = [sys.index.lambda, sys.index.mu];
D = zeros (6 * size (found.motion, 2), k, numel (rows));
W = zeros ([size(of_it), numel(rows)]);
unit = 1 + max (abs (found.x(rows, :)), [], 1);
for i = 1:numel (rows)
    x = found.x;
    x(rows(i), :) = x(rows(i), :) + unit;
    other = tree_results_at (sys, found.t, x);
    D(:, :, i) = reshape (other.motion(19:24, :, :) - found.motion(19:24, :, :), [], k);
    W(:, :, i) = wrench (other) - of_it;
end
for j = 1:k
    [~, S, V] = svd (reshape (D(:, j, :), size (D, 1), []));
    S = diag (S(1:min (size (S)), 1:min (size (S))));
    rank_of_it = sum (S > no_acceleration * max ([S; 0]));
    Wj = reshape (W(:, j, :), size (W, 1), []);
    left = Wj * V(:, rank_of_it + 1:end);
    open(:, j) = any (abs (left) > no_reaction * max (abs (Wj(:))), 2);
end
end

% axes of the joint in its predecessor, or in A
function r = to_ground (r, found, tree, number, closes)
if closes
    place = tree.loops([2 6:14], number);
else
    place = tree.bodies([1 9:17], number);
end
for j = 1:size (r, 2)
    R = turned (found, place, j);
    r(:, j) = [R * r(1:3, j); R * r(4:6, j)];
end
end

% from those of the ground: z the normal, x across it and the axis of the wheel
function r = to_wheel (r, found, tree, number)
for j = 1:size (r, 2)
    A = turned (found, tree.loops([2 6:14], number), j);
    B = turned (found, tree.loops([18 22:30], number), j);
    n = A(:, 3);
    x = cross (B(:, 3), n);
    x = x / norm (x);
    R = [x, cross(n, x), n];
    r(:, j) = [R' * r(1:3, j); R' * r(4:6, j)];
end
end

% axes of a body, its number and nine numbers, at time number j
function R = turned (found, place, j)
R = reshape (place(2:10), 3, 3);
if place(1) > 0
    R = reshape (found.motion(1:9, place(1), j), 3, 3) * R;
end
end

%!test # a pendulum at rest in the horizontal: a quarter of its weight
%! tree = geomsaddbody (geomstree ('planar', true), 'arm', 'mass', 1, 'com', [0.5 0], ...
%!     'inertia', 1/12);
%! sys = geomssys (tree);
%! R = geomsreaction (geoms (sys, [0 0.1]), sys, 'arm', 0);
%! assert (R, [0; 9.81 / 4; 0], 1e-12);
%!error <Did you mean 'arm'>
%! tree = geomsaddbody (geomstree ('planar', true), 'arm', 'mass', 1, 'inertia', 1);
%! sys = geomssys (tree);
%! geomsreaction (geoms (sys, [0 1]), sys, 'amr');
