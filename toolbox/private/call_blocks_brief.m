function [B, failed] = call_blocks_brief (t, x, e)
%CALL_BLOCKS_BRIEF  The rows g and G v of CALL_BLOCKS_PLAIN, with 0 in the others: what differences along
%   a motion are taken of. failed: the error of a function; without it as output the error is raised.

failed = [];
P = x(e.p, :);
V = x(e.v, :);
constraint = e.constraint;
jacobian = e.constraintJacobian;
B = zeros (e.rows, numel (t));
try
    for j = 1:numel (t)
        B(e.row.g, j) = constraint (t(j), P(:, j));
        B(e.row.gI, j) = jacobian (t(j), P(:, j)) * V(:, j);
    end
catch err
    if nargout < 2
        call_blame (err, e, t(j), x(:, j));
    end
    [B, failed] = call_caught (@() call_blame (err, e, t(j), x(:, j)));
end

end
