function point = diff_point (sys, t, x, number)
%DIFF_POINT  A state where no term vanishes by chance, for comparisons with differences.
%   point = diff_point (sys, t, x, number) has the fields t, x, size (of each component) and
%   where (for messages). Number 1 is x with other velocities and multipliers, 2 has all of x moved;
%   both lie beside the constraints. What is not known of x is taken to be 0.

index = sys.index;
x(isnan (x)) = 0;
[d, size_p] = diff_direction (x(index.p), 1);
v = x(index.v, 1);
if all (v == 0)
    if numel (v) == numel (d)
        v = diff_direction (d, 2);
    else
        v = mean (size_p) * diff_direction (ones (size (v)), 2);
    end
    x(index.v) = v;
else
    d = diff_direction (v, 9 * number - 7);
    x(index.v) = v + abs (d) .* (sign (v) + sign (d) .* (v == 0)); % none of them becomes 0
end
for block = {'lambda', 'mu'}
    places = index.(block{1});
    if ~isempty (places)
        x(places) = x(places) + diff_direction (x(places), 4);
    end
end
point = struct ('t', t, 'x', x, 'size', [], 'where', 'at the start');
if number > 1
    for block = {'w', 'r', 's', 'p'}
        places = index.(block{1});
        if ~isempty (places)
            point.x(places) = x(places) + 0.25 * moves (x(places));
        end
    end
    point.where = 'at a state beside the start';
end
point.size = diff_sizes (index, point.x);

end

% in the same directions: by a part of each component, and of the largest one
function d = moves (x)
largest = max ([abs(x); 0]) + all (x == 0);
d = diff_direction (x, 6) + largest * diff_direction (ones (size (x)), 6);
end
