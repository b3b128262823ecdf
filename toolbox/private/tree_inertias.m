function tree_inertias (table, names, planar)
%TREE_INERTIAS  Raises an error unless all bodies have inertias that masses can have.
%   With the moments a >= b >= c >= 0 about the main axes: a <= b + c.

I = table(23:28, :);
if planar
    bad = find (I(3, :) < 0, 1);
    if ~isempty (bad)
        refuse (names{bad}, I(3, bad));
    end
    return
end
% without products the moments are known
moments = sort (I(1:3, :), 1);
for i = reshape (find (any (I(4:6, :), 1)), 1, [])
    A = I([1 4 5; 4 2 6; 5 6 3], i);
    moments(:, i) = sort (eig (reshape (A, 3, 3)));
end
small = 1e-10 * max (abs (moments), [], 1);
bad = find (moments(1, :) < -small | moments(3, :) > moments(1, :) + moments(2, :) + small, 1);
if ~isempty (bad)
    refuse (names{bad}, moments(:, bad));
end

end

function refuse (name, moments)
if any (moments < 0)
    error ('geoms:tree:inertia', ['Body ''%s'': ''inertia'' about the centre of mass has the ', ...
        'main moments%s, of which one is negative.'], name, sprintf (' %g', moments));
end
error ('geoms:tree:inertia', ['Body ''%s'': no mass has the main moments%s ', ...
    'of ''inertia'' about its centre: the largest is more than the sum of the others.'], name, ...
    sprintf (' %g', moments));
end
