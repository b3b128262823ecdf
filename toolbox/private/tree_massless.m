function tree_massless (table, where)
%TREE_MASSLESS  Raises an error if a body at the end of a branch can move without inertia and
%   damping. Along an axis a through its origin:  m,  about it:  a'(I + m (c'c 1 - c c')) a.  Bodies
%   that carry others, close loops or are tied to springs are left to the core.

n = size (table.bodies, 2);
alone = true (1, n);
alone(table.bodies(1, table.bodies(1, :) > 0)) = false;
places = [table.loops([2 18], :), table.forces([2 18], :)];
alone(places(places > 0)) = false;
words = tree_words ();
[~, nv] = tree_sizes (table);
before = cumsum ([0, nv]);
in_joint = strcmp ('joint', words.forces(table.forces(1, :) + 1));
damped = table.forces(34, any (table.forces([36 38], :), 1) & in_joint);
m = table.bodies(19, :);
light = alone & nv > 0 & (m == 0 | all (table.bodies(23:28, :) == 0, 1));
of_map = columns_of_maps (table, light);
for i = reshape (find (light), 1, [])
    if table.bodies(29, i) > 0
        D = of_map(before(i) + (1:nv(i)));
    else
        D = pivots (words.joints{table.bodies(2, i) + 1}, table.bodies(:, i), table.planar);
    end
    bad = find (D == 0 & ~ismember (before(i) + (1:nv(i)), damped), 1);
    if ~isempty (bad)
        refuse (table, i, bad, where);
    end
end

end

% 1 for velocities with inertia, as the core finds them
function D = columns_of_maps (table, light)
D = [];
if any (table.bodies(29, light))
    [~, ~, zero] = gate_call ('treedims', table);
    D = ~zero;
end
end

% what moves with each velocity; columns of quaternions by their smallest moment
function D = pivots (joint, column, planar)
m = column(19);
c = column(20:22);
I = reshape (column([23 26 27; 26 24 28; 27 28 25]), 3, 3) + m * (c' * c * eye (3) - c * c');
a = column(3:5);
if ~any (a)
    a = [0; 0; 1];
end
size_of_it = sum (abs (column(23:28))) + m * (c' * c);
turn = rounded (a' * I * a, size_of_it);
least = rounded (min (eig ((I + I') / 2)), size_of_it) * ones (1, 3);
switch joint
    case 'prismatic'
        D = m;
    case 'screw'
        D = turn + m * column(18) ^ 2;
    case 'cylindrical'
        D = [m, turn];
    case 'universal'
        D = [rounded(I(1), size_of_it), rounded(I(5), size_of_it)];
    case 'planar'
        D = [m, m, turn];
    case 'spherical'
        D = least;
    case 'free'
        D = [m, m, m, least];
    otherwise
        D = turn;
end
if planar && strcmp (joint, 'revolute')
    D = I(9);
end
end

function D = rounded (D, size_of_it)
if D <= 1e-13 * size_of_it
    D = 0;
end
end

function refuse (table, i, bad, where)
name = table.names.bodies{i};
words = tree_words ();
[~, v] = tree_coordinates (words.joints{table.bodies(2, i) + 1}, table.bodies(29, i));
text = 'no mass';
if table.bodies(19, i) > 0
    text = 'no inertia (a mass in a point of the axis is none)';
elseif any (table.bodies(23:28, i))
    text = 'an inertia, but no mass';
end
error ('geoms:tree:massless', ['%s: body ''%s'' has %s, so that nothing resists the ', ...
    'velocity ''%s.%s''. Give it ''mass'' or ''inertia'', a damper (geomsaddforce ', ...
    '(tree, ''joint'', ''%s'', ''damping'', ...)), or another joint.'], where, name, text, name, ...
    v{bad}, name);
end
