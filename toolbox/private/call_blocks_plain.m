function [B, failed] = call_blocks_plain (t, x, e)
%CALL_BLOCKS_PLAIN  The blocks [f; g; G; G v; gII - G v'] of k points, call by call, where M is constant
%   and no function takes more than (t, p, v): what is left of CALL_BLOCKS_SINGLE then, as fast as a
%   loop can be. failed: the error of a function; without it as output the error is raised.

failed = [];
k = numel (t);
P = x(e.p, :);
V = x(e.v, :);
force = e.force;
constraint = e.constraint;
jacobian = e.constraintJacobian;
acceleration = e.constraintAcceleration;
B = zeros (e.rows, k);
p = [];    % t and p of the point before: g and G are the same there
before = NaN;

try
    for j = 1:k
        tj = t(j);
        v = V(:, j);
        if tj ~= before || any (P(:, j) ~= p)
            before = tj;
            p = P(:, j);
            g = constraint (tj, p);
            G = jacobian (tj, p);
        end
        column = [force(tj, p, v); g; G(:); G * v; acceleration(tj, p, v)];
        if ~isa (column, 'double')
            call_blame ([], e, tj, x(:, j));
        end
        B(:, j) = column;
    end
catch err
    if nargout < 2
        call_blame (err, e, tj, x(:, j));
    end
    [B, failed] = call_caught (@() call_blame (err, e, tj, x(:, j)));
end

end
