function r = extreme (op, outputs, a, b, dim)
%EXTREME  min and max: of two values, or along a dimension; outputs: how many were asked for.

if outputs > 1
    refuse (sprintf ('''%s'' with two results, of which the second depends on the unknowns: write if', lower (op)));
elseif nargin < 4
    r = folded (op, a, [], 0);
elseif nargin == 5
    r = folded (op, a, dim, 0);
else
    r = binary (op, a, b);
end

end
