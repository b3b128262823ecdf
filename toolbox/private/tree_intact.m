function tree_intact (tree)
%TREE_INTACT  Raises an error if a tree is no more what geomstree and geomsadd... have returned.

text = 'The tree is no more what these functions have returned (build it anew): it';
list = @(height) @(c) is_list(c, height);
check_fields (tree, {
    'planar', @(c) islogical(c) && numel(c) == 1 && ~issparse(c), 'true or false'
    'gravity', @(c) is_numbers(c) && isequal(size(c), [3 1]) && all(isfinite(c)), '3 numbers'
    'bodies', list(28), 'a list of bodies'
    'markers', list(14), 'a list of markers'
    'loops', list(34), 'a list of joints'
    'forces', list(42), 'a list of force elements'
    'shapes', list(0), 'a list of shapes'}, 'geoms:tree:tree', text);
bodies = tree_list_all (tree.bodies, 28);
markers = tree_list_all (tree.markers, 14);
words = tree_words ();
good = are_bodies (bodies, words) ...
    && are_tied (tree_list_all (tree.loops, 34), numel (bodies.names), words.loops) ...
    && are_tied (tree_list_all (tree.forces, 42), numel (bodies.names), words.forces) ...
    && are_within (markers.table(1, :), 0, numel (bodies.names));
if ~good
    error ('geoms:tree:tree', '%s has tables whose numbers do not fit together.', text);
end

end

function yes = is_numbers (c)
yes = isa (c, 'double') && isreal (c) && ~issparse (c) && ndims (c) == 2;
end

function yes = is_list (c, height)
yes = isstruct (c) && isequal (sort (fieldnames (c)), sort ({'names'; 'key'; 'table'; 'more'})) ...
    && (isempty (c) || size (c, 1) == 1 && ndims (c) == 2);
for i = 1:numel (c) * yes
    n = numel (c(i).key);
    yes = yes && iscellstr (c(i).names) && isequal (size (c(i).names), [1 n]) ...
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
    both = reshape (words.nq(joint + 1) + words.nv(joint + 1), 1, []);
    yes = all (cellfun ('isclass', bodies.more, 'double')) ...
        && isequal (cellfun ('size', bodies.more, 1), both) ...
        && all (cellfun ('size', bodies.more, 2) == 1) ...
        && all (cellfun ('isreal', bodies.more));
end
end

function yes = are_tied (list, n, words)
yes = iscellstr (list.more) && are_within (list.table(1, :), 0, numel (words) - 1) ...
    && are_within (list.table(2, :), 0, n) && are_within (list.table(18, :), 0, n);
end
