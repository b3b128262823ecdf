function [r, where] = extreme (op, outputs, a, b, dim)
%EXTREME  min and max: of two values, or along a dimension; outputs: how many were asked for.

where = [];
if outputs > 1
    list = {a};
    if nargin == 5
        list = {a, [], dim};
    end
    [r, where] = of_constants (lower (op), list);
elseif nargin < 4
    r = folded (op, a, [], 0);
elseif nargin == 5
    r = folded (op, a, dim, 0);
else
    r = binary (op, a, b);
end

end
