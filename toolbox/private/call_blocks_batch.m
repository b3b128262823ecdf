function [B, failed] = call_blocks_batch (t, x, e)
%CALL_BLOCKS_BATCH  The blocks [M; f; g; G; gI; gII - G v'] of k points, one call of each function.
%   e comes from CALL_BLOCKS.
%   failed: the error of a function; without it as output the error is raised.

failed = [];
k = numel (t);
np = e.np;
nl = e.nl;
p = x(e.p, :);
v = x(e.v, :);
tail = e.tail;
for i = e.z
    tail{i}{1} = call_z (e.index, x);
end

try
    f = e.force (t, p, v, tail{3}{:});
    if e.mass_varies
        M = e.mass (t, p, tail{1}{:});
        f = [call_spread(M, np * e.sizes.nM, k); f];
    end
    if nl > 0
        g = e.constraint (t, p, tail{4}{:});
        G = call_spread (e.constraintJacobian (t, p, tail{5}{:}), nl * np, k);
        if isempty (e.constraintVelocity)
            gI = call_times (G, v, nl);
        else
            gI = e.constraintVelocity (t, p, v, tail{6}{:});
        end
        B = [f; g; G; gI; e.constraintAcceleration(t, p, v, tail{7}{:})];
    else
        B = f;
    end
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
