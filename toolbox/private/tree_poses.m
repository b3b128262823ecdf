function pose = tree_poses (table, p, t)
%TREE_POSES  Where all bodies of a tree are at time t: 12 x n, origin and rotation by columns.
%   With the predecessor at x, R:   x + R (at + E d),   R E Q
%   d, Q: displacement and rotation of the joint, in axes E B whose z is its axis (Q <- B Q B').

n = size (table.bodies, 2);
pose = zeros (12, n);
words = tree_words ();
first = cumsum ([0, tree_sizes(table, true)]);
q = tree_drive (table, t);
q(isnan (q)) = p;
map = 0;
ground = [zeros(3, 1); reshape(eye (3), 9, 1)];
for i = 1:n
    column = table.bodies(:, i);
    from = ground;
    if column(1) > 0
        from = pose(:, column(1));
    end
    R = reshape (from(4:12), 3, 3);
    E = reshape (column(9:17), 3, 3);
    own = q(first(i) + 1:first(i + 1));
    if column(29) > 0
        map = map + 1;
        pose_of_it = gate_call ('mapvalues', table.maps{map}, own, t);
        d = pose_of_it(1:3);
        Q = reshape (pose_of_it(4:12), 3, 3);
    else
        [d, Q] = moved (words.joints{column(2) + 1}, column, own);
    end
    x = from(1:3) + R * (column(6:8) + E * d);
    R = R * E * Q;
    pose(:, i) = [x; R(:)];
end

end

function [d, Q] = moved (joint, column, q)
a = column(3:5);
d = zeros (3, 1);
Q = eye (3);
switch joint
    case 'revolute'
        Q = about (a, q);
    case 'prismatic'
        d = a * q;
    case 'screw'
        d = a * column(18) * q;
        Q = about (a, q);
    case 'cylindrical'
        d = a * q(1);
        Q = about (a, q(2));
    case 'universal'
        Q = about ([1; 0; 0], q(1)) * about ([0; 1; 0], q(2));
    case 'planar'
        B = joint_axes (a);
        d = B(:, 1:2) * q(1:2);
        Q = about (a, q(3));
    case 'spherical'
        Q = quaternion (q);
    case 'free'
        d = q(1:3);
        Q = quaternion (q(4:7));
end
end

% about a direction of length 1; none is z
function Q = about (a, angle)
if ~any (a)
    a = [0; 0; 1];
end
A = [0, -a(3), a(2); a(3), 0, -a(1); -a(2), a(1), 0];
Q = eye (3) + sin (angle) * A + 2 * sin (angle / 2) ^ 2 * (A * A);
end

% as the core chooses x and y beside z
function B = joint_axes (a)
B = eye (3);
if any (a) && ~isequal (a, [0; 0; 1])
    [~, least] = min (abs (a));
    x = cross (B(:, least), a);
    x = x / norm (x);
    B = [x, cross(a, x), a];
end
end

function R = quaternion (e)
e = e / norm (e);
v = e(2:4);
V = [0, -v(3), v(2); v(3), 0, -v(1); -v(2), v(1), 0];
R = eye (3) + 2 * e(1) * V + 2 * (V * V);
end
