function q = truck_parameters (given)
% TRUCK_PARAMETERS  Masses, geometry, springs and dampers of the Eich-Soellner/Fuehrer truck.
%   Q = TRUCK_PARAMETERS (GIVEN) is the struct of the standard values (kg, m, N, s), with the fields of
%   the struct GIVEN in their place:
%
%       mass                 9 values: masses, and inertias of chassis, cabin and load
%       gravity              9.81
%       speed, height        15 m/s and 0.001, of the bump, see TRUCK_SYSTEM
%       k, d, f0             9 values each, one per element: N = k L + d L' + f0
%       kappa, lnom, pa,     of the pneumatic spring
%       s, A, fn             fn = k lnom + f0 of the front suspension; inferred, see TRUCK_SYSTEM
%       ac, cc               where the joint is on the chassis and on the load
%       moment               -1: moments of the horizontal forces as the source has them, 1: the exact
%                            ones, see TRUCK_SYSTEM
%
%   The elements are: rear tyre, rear suspension, front suspension, front tyre, two between chassis and
%   cabin, three between chassis and load of which the last two are there without the joint only.
%   Q also has what the forces are made of. The vectors rho between the ends of the elements are
%
%       rho_x = a + e x7 + PX cos phi - PY sin phi,    rho_y = Y y + PX sin phi + PY cos phi
%
%   with phi = (phi3, phi6, phi9) and y = (rear road, front road, y1, y2, y4, y5, y8). The elements lead
%   from the point HERE of the body FROM to the point THERE of the body TO, bodies in the order of y;
%   AT are their places along the road.
%
%   Source: Eich-Soellner, Fuehrer, Numerical Methods in Multibody Dynamics (1998), in the program after
%   the book in github.com/simonschmidt/FMNN-project3, testproblem2ndODE.py; the pneumatic spring is from
%   another public copy of it.
%
%   Example:
%       q = truck_parameters (struct ('speed', 20));
%
%   See also TRUCK_SYSTEM.

q = struct ('mass', [1450; 3335; 14313; 600; 1100; 948; 11515; 11515; 33000], 'gravity', 9.81, ...
    'speed', 15, 'height', 0.001, ...
    'k', [44e5; 8.247e5; 2.711e5; 22e5; 1.357e5; 1.357e5; 9e5; 7.7e5; 7.7e5], ...
    'd', [600; 21593; 38537; 300; 12218; 12218; 38500; 33013; 33013], ...
    'f0', [-2.329145162e6; -0.246872662e6; -0.084924838e6; -1.147434838e6; -0.12784288235294e6
        -0.12720811764706e6; -0.85490594111111e6; -0.76635491099974e6; -0.76635491099974e6], ...
    'kappa', 1.4, 'lnom', 0.16, 'pa', 1e5, 's', 39.13228, 'A', 0.0562, 'fn', [], ...
    'ac', [-3.07; 0.15], 'cc', [-1.61; -0.75], 'moment', -1);
if nargin < 1, given = struct (); end
names = fieldnames (given);
for i = 1:numel (names)
    if ~isfield (q, names{i})
        error ('geoms:example:parameter', 'The truck has no parameter ''%s''.', names{i});
    end
    q.(names{i}) = given.(names{i});
end
if isempty (q.fn)
    q.fn = q.k(3) * q.lnom + q.f0(3);
end
q = geometry (q);

end

% e is 1 where an element ends on the 7th body, whose place is x7
function q = geometry (q)
q.at = [-2.06 2.44 -2.06 0 2.44 2.74 0];
q.from = [1 3 5 2 4 4 4 4 4];
q.to = [3 4 4 5 6 6 7 7 7];
q.here = [0 0; 0 0; 0 0; 0 0; 1.94 0; 3.64 0; 0.98 0; -3.07 0; -3.07 0];
q.there = [0 0; -2.06 -1.34; 2.44 -1.34; 0 0; -0.8 0; 0.9 0; 2.44 0; -1.91 0; -1.31 0];
turns = [4 6 7];                            % bodies with an angle
q.Y = zeros (9, 7);
q.PX = zeros (9, 3);
q.PY = zeros (9, 3);
q.a = zeros (9, 1);
q.e = double (q.to.' == 7);
for i = 1:9
    q.Y(i, [q.to(i), q.from(i)]) = [1 -1];
    q.a(i) = q.at(q.to(i)) - q.at(q.from(i));
    for j = 1:3
        P = q.there(i, :) * (q.to(i) == turns(j)) - q.here(i, :) * (q.from(i) == turns(j));
        q.PX(i, j) = P(1);
        q.PY(i, j) = P(2);
    end
end
end
