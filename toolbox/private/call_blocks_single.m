function [B, failed] = call_blocks_single (t, x, e)
%CALL_BLOCKS_SINGLE  The blocks [M; f; g; G; gI; gII - G v'; e] of k points, call by call.
%   e comes from CALL_BLOCKS. What depends on (t, p) only is taken from the first point where t
%   and p are the same there, as in most columns of a Jacobian by differences. The loop is the price
%   of a system that is not vectorized: everything that can stand before it does. failed: the error of
%   a function; without it as output the error is raised.

failed = [];
k = numel (t);
P = x(e.p, :);
V = x(e.v, :);
shared = false (1, k);
if k > 1
    shared = t == t(1) & all (P == P(:, ones (1, k)), 1);
    shared(1) = false;
end
mass = e.mass;
force = e.force;
constraint = e.constraint;
jacobian = e.constraintJacobian;
velocity = e.constraintVelocity;
acceleration = e.constraintAcceleration;
invariant = e.invariant;
tail = e.tail;
M = [];
g = [];
G = [];
gI = [];
part = [];
kept = [];
holonomic = e.nl > 0;
full_velocity = ~isempty (velocity);
has_invariant = ~isempty (invariant);
B = zeros (e.rows, k);

try
    for j = 1:k
        tj = t(j);
        p = P(:, j);
        v = V(:, j);
        for i = e.z
            tail{i}{1}.lambda = x(e.lambda, j);
        end
        if shared(j)
            M = M1;
            g = g1;
            G = G1;
        else
            if e.mass_varies
                M = mass (tj, p, tail{1}{:});
            end
            if holonomic
                g = constraint (tj, p, tail{4}{:});
                G = jacobian (tj, p, tail{5}{:});
            end
        end
        f = force (tj, p, v, tail{3}{:});
        if holonomic
            if full_velocity
                gI = velocity (tj, p, v, tail{6}{:});
            else
                gI = G * v;
            end
            part = acceleration (tj, p, v, tail{7}{:});
        end
        if has_invariant
            kept = invariant (tj, p, v, tail{14}{:});
        end
        if j == 1
            M1 = M;
            g1 = g;
            G1 = G;
        end
        column = [M(:); f; g; G(:); gI; part; kept];
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
