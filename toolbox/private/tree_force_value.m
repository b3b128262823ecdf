function value = tree_force_value (rows, fcn)
%TREE_FORCE_VALUE  What a force element has besides its numbers: rows of its value that are a
%   function of time (TREE_FUNCTION), or none; matrices (72 x 1) of a bushing.

value = struct ('rows', [], 'fcn', [], 'matrices', []);
if nargin > 0
    value.rows = rows;
    value.fcn = fcn;
end

end
