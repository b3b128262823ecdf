function [d, R] = tree_map_call (fcn, q, t)
%TREE_MAP_CALL  The map of a joint 'user' at q, t: of one argument, if it takes no more.

if nargin (fcn) == 1
    [d, R] = fcn (q);
else
    [d, R] = fcn (q, t);
end

end
