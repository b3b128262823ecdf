function W = tree_law (law, t, p, v, motion, own)
%TREE_LAW  Wrenches of a law of geomsaddforce at k points: 6 n x k.
%   The law gets (t, p, v, X), X.name with x, R, v, w of each of its n bodies, and q if it takes it, and
%   gives n x 6: moment and force on each, about its origin in axes of the ground. Of a planar tree
%   n x 3: moment, force.
%   motion   18 x n x k: R, x, x', w;   own: see TREE_OWN

% point by point, or all at once
k = numel (t);
n = numel (law.bodies);
tail = {};
if law.takes_q
    tail = {own.system.parameters};
end
if own.system.vectorized
    W = columns (law, call (law, t, p, v, motions (law, motion, own.planar), tail, ...
        at_once(k)), n, k, own);
    return
end
W = zeros (6 * n, k);
for j = 1:k
    X = motions (law, motion(:, :, j), own.planar);
    W(:, j) = columns (law, call (law, t(j), p(:, j), v(:, j), X, tail, ''), n, 1, own);
end

end

function y = call (law, t, p, v, X, tail, batch)
try
    y = law.fcn (t, p, v, X, tail{:});
catch e
    if ~isempty (batch)
        batch = sprintf (' (called%s)', batch);
    end
    % not by error, which a trace takes for the function's own
    rethrow (struct ('identifier', e.identifier, 'message', sprintf ('Law ''%s''%s: %s', law.name, ...
        batch, e.message), 'stack', e.stack));
end
end

% X.name.x 3 x k, R 3 x 3 x k, v, w 3 x k; in the plane 2 x k, 2 x 2 x k, 2 x k, 1 x k
function X = motions (law, motion, planar)
X = struct ();
for i = 1:numel (law.fields)
    m = reshape (motion(:, i, :), 18, []);
    R = reshape (m(1:9, :), 3, 3, []);
    if planar
        X.(law.fields{i}) = struct ('x', m(10:11, :), 'R', R(1:2, 1:2, :), 'v', m(13:14, :), ...
            'w', m(18, :));
    else
        X.(law.fields{i}) = struct ('x', m(10:12, :), 'R', R, 'v', m(13:15, :), 'w', m(16:18, :));
    end
end
end

function W = columns (law, y, n, k, own)
wide = 6 - 3 * own.planar;
if ~isa (y, 'double') || size (y, 1) ~= n || size (y, 2) ~= wide || size (y, 3) ~= k || ndims (y) > 3
    error ('geoms:callback:size', ['Law ''%s'' returned a %s of size %s; it must return %d x %d, ', ...
        'moment and force on each of its bodies%s.'], law.name, class (y), ...
        strjoin (arrayfun (@(m) sprintf ('%d', m), size (y), 'UniformOutput', false), ' x '), n, ...
        wide, at_once (k));
end
if own.planar
    y = cat (2, zeros (n, 2, k), y, zeros (n, 1, k));
end
W = reshape (permute (y, [2 1 3]), 6 * n, k);
end

function text = at_once (k)
text = '';
if k > 1
    text = sprintf (' for %d states at once, because ''vectorized'' is true', k);
end
end
