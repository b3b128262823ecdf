function [sys, tree] = truck_bodies (which, spring, given)
% TRUCK_BODIES  Two trucks in the plane as bodies, springs and joints.
%   [SYS, TREE] = TRUCK_BODIES ('five', SPRING, GIVEN) is the truck of Eich-Soellner and Fuehrer,
%   whose equations TRUCK_SYSTEM has: its coordinates, in its order, and its two multipliers. SPRING
%   and GIVEN are those of TRUCK_SYSTEM; SYS = GEOMSSYS (TREE, ...). Moments of forces are what
%   mechanics says, which is not what the source has: compare with TRUCK_SYSTEM (SPRING,
%   'constrained', struct ('moment', 1)).
%
%   [SYS, TREE] = TRUCK_BODIES ('seven', SPRING, GIVEN) has the topology of Figure 7 and Table 5 of
%   Steinbrecher (2007), seven bodies, eleven coordinates and one multiplier:
%
%       rear wheel, front wheel, driver seat       vertical motion
%       chassis, engine, driver cabin, load area   vertical motion and rotation
%       joint between load area and chassis        the pin of the load area stays in a slot along
%                                                  the chassis
%
%   The parameters of that truck (Simeon, Grupp, Fuehrer, Rentrop 1994) are not available. Those of
%   the other truck are taken where a part is in both; what it has not is our own:
%
%                 mass    inertia                springs       stiffness   damping
%       engine     600     60        2 mounts    4e5         6e3
%       cabin      420    480                    2             8e4         7e3
%       seat        80      -                    1             1.2e4       9e2
%
%   Free lengths are such that the truck rests where it is described. A direction along which a body
%   moves besides its last one is a body of its own without mass: 'chassis y' carries 'chassis'.
%
%   Example:
%       [~, tree] = truck_bodies ('seven');
%       sys = geomssys (tree, 'parameters', {'load.mass', 'seat spring.damping'});
%       sol = geoms (sys, [0 20], struct (), ...
%           'AbsTol', struct ('p', 1e-6, 'v', 1e-6, 'lambda', 0.1));
%       m = geomsmotion (sol, sys, 'seat');
%       plot (m.t, m.x(2, :))
%
%   See also RUN_TRUCK_BODIES, TRUCK_SYSTEM, TRUCK_PARAMETERS, GEOMSADDBODY, GEOMSADDFORCE.

if nargin < 2, spring = 'linear'; end
if nargin < 3, given = struct (); end
if ~any (strcmp (which, {'five', 'seven'})) || ~any (strcmp (spring, {'linear', 'pneumatic'}))
    error ('geoms:example:word', ['The truck must be ''five'' or ''seven'', its spring ', ...
        '''linear'' or ''pneumatic''.']);
end
q = truck_parameters (given);
tree = geomstree ('planar', true, 'gravity', [0, -q.gravity]);
if strcmp (which, 'five')
    [tree, elements] = five (tree, q);
else
    [tree, elements, q.fn] = seven (tree, q);
end
for e = elements.'
    tree = element (tree, e, q, strcmp (spring, 'pneumatic') && strcmp (e{1}, 'front suspension'));
end
options = {};
if strcmp (spring, 'pneumatic')
    options = {'vectorized', true};
end
sys = geomssys (tree, options{:});

end

% ---- the two trucks: bodies; elements with name, ends, stiffness, damping, free length ----

function [tree, elements] = five (tree, q)
m = q.mass;
tree = wheel_and_road (tree, 'rear', q.at(1), m(1), 6.5, q);
tree = chassis (tree, m(2), m(3));
tree = wheel_and_road (tree, 'front', q.at(2), m(4), 2, q);
tree = add (tree, 'cabin', 'yr', [q.at(6) 2.9], m(5), m(6), cab ());
offset = q.ac - q.cc;
tree = add (tree, 'load', 'xyr', [offset(1), 2 + offset(2)], m(7), m(9), bed ());
tree = geomsaddjoint (tree, 'revolute', {'chassis', q.ac'}, {'load', q.cc'}, 'name', 'pin');
bodies = {'rear road', 'front road', 'rear wheel', 'chassis', 'front wheel', 'cabin', 'load'};
names = {'rear tyre', 'rear suspension', 'front suspension', 'front tyre', 'rear cabin spring', ...
    'front cabin spring', 'load spring'};
for i = 1:7
    elements(i, :) = {names{i}, {bodies{q.from(i)}, q.here(i, :)}, ...
        {bodies{q.to(i)}, q.there(i, :)}, q.k(i), q.d(i), -q.f0(i) / q.k(i)}; %#ok<AGROW>
end
end

function [tree, elements, fn] = seven (tree, q)
m = q.mass;
tree = wheel_and_road (tree, 'rear', q.at(1), m(1), 6.5, q);
tree = wheel_and_road (tree, 'front', q.at(2), m(4), 2, q);
tree = chassis (tree, m(2), m(3));
tree = add (tree, 'engine', 'yr', [1.46 2.3], 600, 60, box ([-0.45 0.45 -0.1 0.4]));
tree = add (tree, 'cabin', 'yr', [2.74 2.9], 420, 480, cab ());
tree = add (tree, 'seat', 'y', [2.94 3.3], 80, 0, [-0.3 0.6; -0.2 0; 0.3 0]);
tree = add (tree, 'load', 'yr', [-1.46 2.9], m(7), m(9), bed ());
tree = geomsaddjoint (tree, 'line', {'chassis', q.ac'}, {'load', q.cc'}, 'axis', 'x', 'name', ...
    'pin');

W = q.gravity * [m(1) m(4) m(2) 600 420 80 m(7)];
cabin = carried ([2.74 2.94], W(5:6), [1.94 3.64]);
engine = carried (1.46, W(4), [1.06 1.86]);
load = carried (-1.46, W(7), [-3.07 0.98]);
axles = carried ([0 1.94 3.64 1.06 1.86 -3.07 0.98], [W(3) cabin engine load], q.at(1:2));
fn = -axles(2);
on = @(x) {'chassis', [x 0]};
road = {{'rear road', [0 0]}, {'front road', [0 0]}};
wheel = {{'rear wheel', [0 0]}, {'front wheel', [0 0]}};
low = {{'chassis', [q.at(1), -1.34]}, {'chassis', [q.at(2), -1.34]}};
elements = {
    'rear tyre', road{1}, wheel{1}, q.k(1), q.d(1), 0.5, axles(1) + W(1)
    'front tyre', road{2}, wheel{2}, q.k(4), q.d(4), 0.5, axles(2) + W(2)
    'rear suspension', wheel{1}, low{1}, q.k(2), q.d(2), 0.16, axles(1)
    'front suspension', wheel{2}, low{2}, q.k(3), q.d(3), 0.16, axles(2)
    'rear mount', on(1.06), {'engine', [-0.4 -0.1]}, 4e5, 6e3, 0.2, engine(1)
    'front mount', on(1.86), {'engine', [0.4 -0.1]}, 4e5, 6e3, 0.2, engine(2)
    'rear cabin spring', on(1.94), {'cabin', [-0.8 0]}, 8e4, 7e3, 0.9, cabin(1)
    'front cabin spring', on(3.64), {'cabin', [0.9 0]}, 8e4, 7e3, 0.9, cabin(2)
    'seat spring', {'cabin', [0.2 0]}, {'seat', [0 0]}, 1.2e4, 900, 0.4, W(6)
    'load spring', on(0.98), {'load', [2.44 0]}, q.k(7), q.d(7), 0.9, load(2)};
% the length at rest, pressed by the last column, to the free length
free = [elements{:, 6}] + [elements{:, 7}] ./ [elements{:, 4}];
elements = [elements(:, 1:5), num2cell(free.')];
end

% forces of two supports at the places `at` that carry the weights W at x
function P = carried (x, W, at)
second = sum (W .* (x - at(1))) / (at(2) - at(1));
P = [sum(W) - second, second];
end

% ---- parts ----

% a body that moves along x, y, or turns (r), in this order, from its place on, drawn by lines
function tree = add (tree, name, moves, place, mass, inertia, lines)
parent = 'ground';
at = place .* [all(moves ~= 'x'), 0];
for move = moves
    joint = {'joint', 'prismatic', 'axis', move, 'q', place(1 + (move == 'y'))};
    if move == 'r'
        joint = {'joint', 'revolute'};
    end
    body = {[name, ' ', move]};
    if move == moves(end)
        body = {name, 'mass', mass, 'inertia', inertia, 'shape', {'line', lines}};
    end
    tree = geomsaddbody (tree, body{1}, 'parent', parent, 'at', at, joint{:}, body{2:end});
    parent = body{1};
    at = [0 0];
end
end

function tree = wheel_and_road (tree, name, x, mass, way, q)
tree = geomsaddbody (tree, [name, ' road'], 'joint', 'prismatic', 'axis', 'y', 'at', [x 0], ...
    'motion', @(t) truck_road (t, way, q));
turn = linspace (0, 2 * pi, 33)';
tree = add (tree, [name, ' wheel'], 'y', [x 0.5], mass, 0, 0.5 * [cos(turn), sin(turn)]);
end

function tree = chassis (tree, mass, inertia)
low = [-2.06 0; -2.06 -1.34; NaN NaN; 2.44 0; 2.44 -1.34];
tree = add (tree, 'chassis', 'yr', [0 2], mass, inertia, [-3.4 0; 3.8 0; NaN NaN; low]);
end

% lines of boxes [left right below above], of the cabin, of the load area
function points = box (sides)
points = [sides([1 2 2 1 1]); sides([3 3 4 4 3])]';
end

function points = cab ()
points = [-0.9 0; 1 0; 1 0.7; 0.7 1.4; -0.9 1.4; -0.9 0];
end

function points = bed ()
points = [box([-1.9 2.5 0 0.8]); NaN NaN; -1.61 0; -1.61 -0.75];
end

function tree = element (tree, e, q, air)
[from, to] = e{2:3};
tree = geomsaddforce (tree, 'spring', from, to, 'name', e{1}, 'stiffness', e{4} * ~air, ...
    'damping', e{5}, 'length', e{6});
if air
    tree = geomsaddforce (tree, 'law', @(t, p, v, X) pneumatic (X, from{2}, to{2}, q), ...
        {from{1}, to{1}}, 'name', 'air');
end
end

% moments and forces on front wheel and chassis, 2 x 3 x k, of what pushes with -N between their
% points; for N see TRUCK_SYSTEM
function wrenches = pneumatic (X, here, there, q)
arm = {turned(X.front_wheel.R, here), turned(X.chassis.R, there)};
d = X.chassis.x + arm{2} - X.front_wheel.x - arm{1};
L = sqrt (sum (d .^ 2, 1));
N = (q.fn + q.pa * q.A) * ((1 + q.s * q.lnom) ./ (1 + q.s * L)).^q.kappa - q.pa * q.A;
N = N ./ L;
F = d .* N([1 1], :);
wrenches = zeros (2, 3, numel (L));
for i = 1:2
    moment = arm{i}(1, :) .* F(2, :) - arm{i}(2, :) .* F(1, :);
    wrenches(i, :, :) = (3 - 2 * i) * [moment; F];
end
end

function x = turned (R, point)
x = reshape (R(:, 1, :) * point(1) + R(:, 2, :) * point(2), 2, []);
end
