function [B, failed] = call_blocks_more (t, x, e)
%CALL_BLOCKS_MORE  The blocks of k points of a system with more than M, f, g, G, gI and gII.
%   e comes from CALL_BLOCKS. Each function is called once if the system is vectorized. Else it
%   is called for the points where something that it depends on differs from the first one: most
%   columns of a Jacobian by differences need few functions only.
%   failed: the error of a function; without it as output the error is raised.

failed = [];
k = numel (t);
p = x(e.p, :);
v = x(e.v, :);
parts = cell (14, 1);
try
    Z = zs_of (x, e);
    for i = e.list
        fcn = e.fcn{i};
        tail = e.tail{i};
        takes_z = any (i == e.z);
        if e.vectorized
            if takes_z
                tail{1} = Z;
            end
            if e.takes_v(i)
                y = fcn (t, p, v, tail{:});
            else
                y = fcn (t, p, tail{:});
            end
            parts{i} = call_spread (y, e.size(i), k);
            continue
        end

        K = x(e.key{i}, :);
        shared = t == t(1) & all (K == K(:, ones (1, k)), 1);
        shared(1) = false;
        Y = zeros (e.size(i), k);
        for j = 1:k
            if shared(j)
                Y(:, j) = Y(:, 1);
                continue
            end
            if takes_z
                tail{1} = Z(j);
            end
            if e.takes_v(i)
                y = fcn (t(j), p(:, j), v(:, j), tail{:});
            else
                y = fcn (t(j), p(:, j), tail{:});
            end
            if ~isa (y, 'double')
                call_blame ([], e, t(j), x(:, j));
            end
            Y(:, j) = y(:);
        end
        parts{i} = Y;
    end
    if e.nl > 0 && isempty (e.constraintVelocity)
        parts{6} = velocity_of (parts, v, e);
    end
    B = vertcat (parts{:});
    if size (B, 1) ~= e.rows || size (B, 2) ~= k || ~isa (B, 'double')
        call_blame ([], e, t, x);
    end
catch err
    if nargout < 2
        call_blame (err, e, t, x);
    end
    [B, failed] = call_caught (@() call_blame (err, e, t, x));
end

end

% z of all points: one struct if the system is vectorized, else one for each point
function Z = zs_of (x, e)
Z = [];
if isempty (e.z)
    return
end
Z = call_z (e.index, x);
if ~e.vectorized
    names = fieldnames (Z);
    parts_of_z = cellfun (@(name) num2cell (Z.(name), 1), names, 'UniformOutput', false);
    Z = cell2struct (vertcat (parts_of_z{:}), names, 1);
end
end

% gI = G Z v
function gI = velocity_of (parts, v, e)
if ~isempty (parts{2})
    v = call_times (parts{2}, v, e.np);
end
gI = call_times (parts{5}, v, e.nl);
end
