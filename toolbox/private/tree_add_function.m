function tree = tree_add_function (tree, kind, number, rows, fcn, where)
%TREE_ADD_FUNCTION  Notes a function of time, see TREE_FUNCTION, in a tree; [] is none.
%   kind      1 gravity, 2 motion of a body, 3 value of a force element, 4 offset of a coupling
%   number    of that thing;   rows    its components that are functions
%   The list tree.signals has a column [kind; number; first of rows; last of rows] for each.

if ~isempty (fcn)
    tree.signals = tree_list_add (tree.signals, {where}, [kind; number; rows(1); rows(end)], {fcn});
end

end
