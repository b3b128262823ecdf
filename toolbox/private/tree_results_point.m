function m = tree_results_point (r, place)
%TREE_RESULTS_POINT  Motion of a place (TREE_POINT) in space: x, v, w, a, alpha 3 x k, R 3 x 3 x k.
%   s = R at:   x + s,  x' + w x s,  x'' + w' x s + w x (w x s)

k = numel (r.t);
if place(1) == 0
    motion = zeros (24, k);
    motion([1 5 9], :) = 1;
else
    motion = reshape (r.motion(:, place(1), :), 24, k);
end
R = reshape (motion(1:9, :), 3, 3, k);
at = place(2:4);
s = motion(1:3, :) * at(1) + motion(4:6, :) * at(2) + motion(7:9, :) * at(3);
w = motion(16:18, :);
alpha = motion(22:24, :);
across = outer (w, s);
m = struct ('t', r.t, 'x', motion(10:12, :) + s, 'R', R, 'v', motion(13:15, :) + across, 'w', w, ...
    'a', motion(19:21, :) + outer (alpha, s) + outer (w, across), 'alpha', alpha);
turn = reshape (place(5:13), 3, 3);
if ~isequal (turn, eye (3))
    for j = 1:k
        m.R(:, :, j) = R(:, :, j) * turn;
    end
end

end

function c = outer (a, b)
c = [a(2, :) .* b(3, :) - a(3, :) .* b(2, :)
    a(3, :) .* b(1, :) - a(1, :) .* b(3, :)
    a(1, :) .* b(2, :) - a(2, :) .* b(1, :)];
end
