function parts = anim_tree (sol, sys, o)
%ANIM_TREE  The lines of all bodies, springs, rods, joints and paths of a tree in all frames, see
%   ANIM_PART.

tree = sys.tree;
tree_results_check (sol, sys, 'geomsanimate');
r = tree_results (sol, sys, o.Times);
lists = tree_results_names (sys);
colours = [0 0.35 0.7; 0.8 0.2 0.1; 0.1 0.5 0.2; 0.6 0.3 0.7; 0.85 0.5 0; 0.3 0.3 0.3];
black = [0.1 0.1 0.1];
parts = anim_part (zeros (2, 0, numel (o.Times)), {});
parts(1) = [];
ends = place_columns (tree);

stands = standing (tree);

% slides, rods, springs and paths lie below bodies
for i = reshape (find (slides (tree)), 1, [])
    place = [tree.bodies([1 6:8], i), [i; 0; 0; 0]];
    parts(end + 1) = anim_part (seen (r, o.View, place), {'color', [0.5 0.5 0.5], 'linewidth', ...
        1}); %#ok<AGROW>
    parts(end).framed = ~isfield (o, 'Follow') || ~any (place(1, 1) == [0, find(stands)]);
end
for i = reshape (find (cellfun (@(letters) any (letters == 'l'), tree.rows)), 1, [])
    place = reshape (tree.loops([2:5, 18:21], i), 4, 2);
    parts(end + 1) = anim_part (seen (r, o.View, place), {'color', black, 'linewidth', ...
        1.5}); %#ok<AGROW>
    parts(end).framed = ~isfield (o, 'Follow') || ~any (ismember (place(1, :), [0, find(stands)]));
end
for i = reshape (find (is_spring (tree.forces)), 1, [])
    A = seen (r, o.View, tree.forces(2:5, i));
    B = seen (r, o.View, tree.forces(18:21, i));
    pixels = 5 * (tree.forces(35, i) ~= 0);
    parts(end + 1) = anim_part ([A, B], {'color', [0.5 0.5 0.5], 'linewidth', 1}, ...
        pixels); %#ok<AGROW>
end
for point = traces (o)
    place = tree_point (lists, point{1}, 'geomsanimate: ''Trace''');
    parts(end + 1) = anim_part (path_of (sol, sys, o, place(1:4)), ...
        {'color', colours(2, :), 'linewidth', 1}); %#ok<AGROW>
    parts(end).framed = ~isfield (o, 'Follow');
end
for i = 1:size (tree.bodies, 2)
    colour = colours(mod (i - 1, size (colours, 1)) + 1, :);
    of_body = body (r, o.View, tree, ends, i, colour);
    [of_body.framed] = deal (~isfield (o, 'Follow') || ~stands(i));
    parts = [parts, of_body]; %#ok<AGROW>
end

% joints, and what stands on the ground
count = size (tree.bodies, 2);
hinges = [[1:count; zeros(3, count)], tree.loops(18:21, :)];
circle = {'linestyle', 'none', 'marker', 'o', 'markersize', 5, 'color', black};
still = hinges(1, :) == 0 | ismember (hinges(1, :), find (stands));
parts(end + 1) = anim_part (seen (r, o.View, hinges(:, ~still)), circle);
parts(end + 1) = anim_part (seen (r, o.View, hinges(:, still)), circle);
parts(end).framed = ~isfield (o, 'Follow');
ground = [[zeros(1, sum (tree.bodies(1, :) == 0)); tree.bodies(6:8, tree.bodies(1, :) == 0)], ...
    ends(:, ends(1, :) == 0)];
parts(end + 1) = anim_part (seen (r, o.View, ground), {'linestyle', 'none', 'marker', 's', ...
    'markersize', 8, 'color', black});
parts(end).framed = ~isfield (o, 'Follow');
if isfield (o, 'Follow')
    place = tree_point (lists, o.Follow, 'geomsanimate: ''Follow''');
    parts = followed (parts, seen (r, o.View, place(1:4)));
end

end

% as one sees it who moves along with a point, at `at` in each frame
function parts = followed (parts, at)
for i = 1:numel (parts)
    parts(i).xy = parts(i).xy - repmat (at, 1, size (parts(i).xy, 2));
end
end

% bodies that never move
function yes = standing (tree)
words = tree_words ();
fixed = tree.bodies(2, :) == find (strcmp ('fixed', words.joints)) - 1;
yes = false (1, numel (fixed));
for i = reshape (find (fixed), 1, [])
    from = tree.bodies(1, i);
    yes(i) = from == 0 || yes(from);
end
end

% bodies that slide along a line on their predecessors
function yes = slides (tree)
words = tree_words ();
kinds = words.joints(tree.bodies(2, :) + 1);
yes = strcmp (kinds, 'prismatic') | strcmp (kinds, 'screw') | strcmp (kinds, 'cylindrical');
end

function list = traces (o)
list = cell (1, 0);
if isfield (o, 'Trace')
    list = {o.Trace};
    of_points = iscell (o.Trace) && ~(numel (o.Trace) == 2 && isnumeric (o.Trace{2}));
    if of_points
        list = reshape (o.Trace, 1, []);
    end
end
end

function yes = is_spring (forces)
words = tree_words ();
yes = false (1, size (forces, 2));
for word = {'spring', 'series'}
    yes = yes | forces(1, :) == find (strcmp (word{1}, words.forces)) - 1;
end
end

% body and point of the ends of all joints that close loops, springs, and of markers; of planes on
% which something rolls or slides none
function places = place_columns (tree)
springs = tree.forces(:, is_spring (tree.forces));
ties = cellfun (@(letters) strcmp (letters, lower (letters)), tree.rows);
places = [tree.loops(2:5, ties), tree.loops(18:21, :), springs(2:5, :), springs(18:21, :), ...
    tree.markers.table(1:4, :)];
end

% where m places of bodies are in the picture, 2 x m x k
function xy = seen (r, V, places)
m = size (places, 2);
k = numel (r.t);
xy = zeros (2, m, k);
for i = 1:m
    at = tree_results_point (r, [places(:, i); reshape(eye (3), 9, 1)]);
    xy(:, i, :) = reshape (V * at.x, 2, 1, k);
end
end

% what has been passed until each frame, with about 400 points
function xy = path_of (sol, sys, o, place)
k = numel (o.Times);
n = ceil (400 / k);
t = interp1 (1:k + 1, o.Times([1:k, k]), 1:1 / n:k);
r = tree_results (sol, sys, t);
all = reshape (seen (r, o.View, place), 2, []);
xy = NaN (2, numel (t), k);
for j = 1:k
    passed = 1 + (j - 1) * n;
    xy(:, 1:passed, j) = all(:, 1:passed);
end
end

% wheels and balls that body i has in joints
function P = rims (tree, i)
P = zeros (3, 0);
rolls = cellfun (@(letters) any (letters == 'U' | letters == 'X'), tree.rows);
for k = reshape (find (tree.loops(18, :) == i & rolls), 1, [])
    ball = any (tree.rows{k} == 'V');
    words = {'cylinder', 'sphere'};
    shape = {words{1 + ball}, tree.loops(34, k), tree.loops(28:30, k)};
    P = [P, NaN(3, 1), anim_shape(shape, tree.loops(19:21, k), ~ball)]; %#ok<AGROW>
end
end

function parts = body (r, V, tree, ends, i, colour)
com = tree.bodies(20:22, i);
style = {'color', colour, 'linewidth', 2.5};
if isempty (tree.shapes{i})
    targets = [tree.bodies(6:8, tree.bodies(1, :) == i), ends(2:4, ends(1, :) == i)];
    if tree.bodies(19, i) > 0
        targets(:, end + 1) = com;
    end
    P = NaN (3, 3 * size (targets, 2));
    P(:, 1:3:end) = 0;
    P(:, 2:3:end) = targets;
    P = [P, rims(tree, i)];
else
    P = anim_shape (tree.shapes{i}, com, tree.planar);
    style{4} = 1.5;
end
parts = anim_part (seen (r, V, [i * ones(1, size (P, 2)); P]), style);
if tree.bodies(19, i) > 0
    parts(2) = anim_part (seen (r, V, [i; com]), {'linestyle', 'none', 'marker', '.', ...
        'markersize', 12, 'color', colour});
end
end
