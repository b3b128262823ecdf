function r = norm (r, kind)
if nargin < 2
    kind = 2;
end
if min (size (r)) > 1 && ~isequal (kind, 'fro')
    r = of_constants ('norm', {r, kind});
    return
end
r = reshape (r, [], 1);
if isequal (kind, 2) || isequal (kind, 'fro')
    r = sqrt (sum (r .* r));
elseif isequal (kind, 1)
    r = sum (abs (r));
elseif isequal (kind, Inf) || isequal (kind, 'inf') || isequal (kind, 'Inf')
    r = max (abs (r));
elseif isequal (kind, -Inf)
    r = min (abs (r));
else
    r = sum (abs (r) .^ kind) .^ (1 / kind);
end
end
