function tree = tree_results_names (sys)
%TREE_RESULTS_NAMES  The bodies and markers of a system as lists of a tree, for TREE_POINT.

t = sys.tree;
tree = struct ('planar', t.planar ~= 0, 'bodies', [], 'markers', []);
tree.bodies = tree_list_add (tree_list_empty (), t.names.bodies, t.bodies, ...
    cell (size (t.names.bodies)));
tree.markers = tree_list_empty ();
if ~isempty (t.markers.names)
    tree.markers = tree_list_add (tree.markers, t.markers.names, t.markers.table, ...
        cell (size (t.markers.names)));
end

end
