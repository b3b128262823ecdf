function tree_intact (tree)
%TREE_INTACT  Raises an error if a tree is no more what geomstree and geomsadd... have returned.

text = 'The tree is no more what these functions have returned (build it anew): it';
list = @(height) @(c) is_list(c, height);
check_fields (tree, {
    'planar', @(c) islogical(c) && numel(c) == 1 && ~issparse(c), 'true or false'
    'gravity', @(c) is_numbers(c) && isequal(size(c), [3 1]) && all(isfinite(c)), '3 numbers'
    'bodies', list(29), 'a list of bodies'
    'markers', list(14), 'a list of markers'
    'loops', list(34), 'a list of joints'
    'couplings', list(1), 'a list of couplings'
    'forces', list(43), 'a list of force elements'
    'signals', list(4), 'a list of functions of time'
    'shapes', list(0), 'a list of shapes'
    'maps', list(0), 'a list of maps of joints'
    'laws', list(1), 'a list of laws'}, 'geoms:tree:tree', text);
bodies = tree_list_all (tree.bodies, 29);
markers = tree_list_all (tree.markers, 14);
words = tree_words ();
good = are_bodies (bodies, words) ...
    && are_loops (tree_list_all (tree.loops, 34), numel (bodies.names), words.loops) ...
    && are_forces (tree_list_all (tree.forces, 43), numel (bodies.names), words.forces) ...
    && are_couplings (tree_list_all (tree.couplings, 1), numel (bodies.names)) ...
    && are_functions (tree_list_all (tree.signals, 4), tree) ...
    && are_within (markers.table(1, :), 0, numel (bodies.names)) ...
    && are_laws (tree_list_all (tree.laws, 1), numel (bodies.names)) ...
    && are_maps (tree_list_all (tree.maps, 0), bodies, words);
if ~good
    error ('geoms:tree:tree', '%s has tables whose numbers do not fit together.', text);
end

end

function yes = is_numbers (c)
yes = isa (c, 'double') && isreal (c) && ~issparse (c) && ndims (c) == 2;
end

% real matrices, without a call for each
function yes = are_flat (list)
yes = all (cellfun ('isclass', list, 'double') & cellfun ('isreal', list) & cellfun ('ndims', list) == 2);
end

function yes = is_list (c, height)
yes = isstruct (c) && isequal (sort (fieldnames (c)), sort ({'names'; 'key'; 'table'; 'more'})) ...
    && (isempty (c) || size (c, 1) == 1 && ndims (c) == 2);
for i = 1:numel (c) * yes
    n = numel (c(i).key);
    yes = yes && iscellstr (c(i).names) && isequal (size (c(i).names), [1 n]) ...
        && all (cellfun ('size', c(i).names, 1) <= 1) ...
        && is_numbers (c(i).key) && isequal (c(i).key, tree_key (c(i).names)) ...
        && is_numbers (c(i).table) && isequal (size (c(i).table), [height, n]) ...
        && iscell (c(i).more) && isequal (size (c(i).more), [1 n]);
end
end

function yes = are_within (numbers, low, high)
yes = all (numbers >= low & numbers <= high & numbers == floor (numbers));
end

% predecessors come first; [q; v] of each joint
function yes = are_bodies (bodies, words)
n = numel (bodies.names);
joint = bodies.table(2, :);
yes = are_within (bodies.table(1, :), 0, (1:n) - 1) ...
    && are_within (joint, 0, numel (words.joints) - 1) && all (isfinite (bodies.table(:)));
if yes
    user = bodies.table(29, :);
    yes = are_within (user, 0, 6) && isequal (user > 0, strcmp ('user', words.joints(joint + 1)));
    both = reshape (words.nq(joint + 1) + words.nv(joint + 1), 1, []) + 2 * user;
    rows = cellfun ('size', bodies.more, 1);
    yes = yes && are_flat (bodies.more) && all (rows == both | rows == 0 & user == 0) ...
        && all (cellfun ('size', bodies.more, 2) == 1);
end
end

function yes = are_loops (list, n, words)
yes = iscellstr (list.more) && are_tied (list, n, words);
end

% with the matrices of bushings
function yes = are_forces (list, n, words)
rows = cellfun ('prodofsize', list.more);
yes = are_flat (list.more) && are_tied (list, n, words);
if yes
    at = strcmp ('bushing', words(list.table(1, :) + 1));
    yes = all (rows(at) == 72) && all (cellfun ('size', list.more(at), 1) == 72) && all (rows(~at) == 0) ...
        && all (all (isfinite ([list.more{at}, zeros(72, 1)])));
end
end

% [body; number in its joint; coefficient]
function yes = are_couplings (list, n)
yes = are_flat (list.more) && all (cellfun ('size', list.more, 1) == 3);
if ~yes
    return
end
entries = [list.more{:}];
yes = (isempty (entries) || are_within (entries(1, :), 1, n) ...
    && are_within (entries(2, :), 1, 6) && all (isfinite (entries(:))));
end

% of things that there are, see TREE_ADD_FUNCTION
function yes = are_functions (list, tree)
counts = [1, tree_list_count(tree.bodies), tree_list_count(tree.forces), ...
    tree_list_count(tree.couplings)];
kind = list.table(1, :);
yes = are_within (kind, 1, 4);
yes = yes && are_within (list.table(2, :), 1, counts(kind)) ...
    && are_within (list.table(3, :), 1, list.table(4, :)) && are_within (list.table(4, :), 1, 3) ...
    && all (cellfun (@(c) isa (c, 'function_handle') || is_table (c), list.more));
yes = yes && driven_ones (list, kind, tree);
end

% the bodies without values of their own are those with a motion, one for each coordinate
function yes = driven_ones (list, kind, tree)
bodies = tree_list_all (tree.bodies, 29);
words = tree_words ();
nv = reshape (words.nv(bodies.table(2, :) + 1), 1, []);
driven = find (cellfun ('isempty', bodies.more) & nv > 0);
of = list.table(2, kind == 2);
yes = isequal (sort (of(:)), driven(:)) && all (list.table(4, kind == 2) == nv(of));
end

% functions and the bodies they act on
function yes = are_laws (list, n)
good = @(c) isstruct (c) && numel (c) == 1 && all (isfield (c, {'fcn', 'bodies', 'fields', ...
    'takes_q'})) && isa (c.fcn, 'function_handle') && is_numbers (c.bodies) ...
    && are_within (c.bodies, 1, n) && iscellstr (c.fields) && numel (c.fields) == numel (c.bodies);
yes = all (cellfun (good, list.more));
end

% functions of the joints 'user', each of them
function yes = are_maps (list, bodies, words)
users = bodies.names(strcmp ('user', words.joints(bodies.table(2, :) + 1)));
yes = numel (users) == numel (list.names) && all (ismember (users, list.names)) ...
    && all (cellfun ('isclass', list.more, 'function_handle'));
end

function yes = is_table (c)
yes = isstruct (c) && numel (c) == 1 && isfield (c, 't') && isfield (c, 'values') ...
    && is_numbers (c.t) && is_numbers (c.values) && size (c.values, 2) == numel (c.t) ...
    && numel (c.t) > 1 && all (diff (c.t) > 0) && all (isfinite (c.values(:)));
end

function yes = are_tied (list, n, words)
yes = are_within (list.table(1, :), 0, numel (words) - 1) ...
    && are_within (list.table(2, :), 0, n) && are_within (list.table(18, :), 0, n);
end
