function [sys, rod] = elasticrod_system (N)
% ELASTICROD_SYSTEM  A crank mechanism whose rod bends: N rigid segments with springs between them.
%   [SYS, ROD] = ELASTICROD_SYSTEM (N) is a planar tree: a crank with a flywheel, N segments of the rod one
%   behind the other, a slider, and the pin of rod and slider, which closes the loop. Between two
%   segments of length l = L / N acts the moment
%
%       k phi + beta k phi',   k = E I / l
%
%   phi the angle between them: bending of a beam, lumped (E I its stiffness). beta is such that the first
%   mode of the rod, pinned at both ends, has 2 % of critical damping. N = 1 is a rigid rod.
%   Gravity is left out.
%
%   ROD is a struct with L, r (crank), b, h (width and height of the section, h in the plane), E, rho, mass,
%   EI, slider (its mass), flywheel (moment of inertia), beam (first frequency of the pinned beam, Hz:
%   pi / 2 sqrt (E I / (rho b h)) / L^2), k, N, start, a function of the speed (rad/s) that gives the state
%   at the outer dead centre with a straight rod, and moments, a function of sol.p.
%
%   Data: a steel rod of 0.5 m, 20 mm wide and 10 mm high, as of a mowing bar, on a crank of 50 mm; the
%   slider has 0.5 kg.
%
%   See also RUN_ELASTICROD, GEOMSADDJOINT.

rod = struct ('L', 0.5, 'r', 0.05, 'b', 0.02, 'h', 0.01, 'E', 210e9, 'rho', 7850, 'slider', 0.5, ...
    'flywheel', 2, 'N', N);
rod.mass = rod.rho * rod.b * rod.h * rod.L;
rod.EI = rod.E * rod.b * rod.h^3 / 12;
rod.beam = pi / 2 * sqrt (rod.EI * rod.L / rod.mass) / rod.L^2;
l = rod.L / N;
rod.k = rod.EI / l;
beta = 2 * 0.02 / (2 * pi * rod.beam);
tree = geomsaddbody (geomstree ('planar', true, 'gravity', [0 0]), 'crank', 'mass', 1, 'inertia', ...
    rod.flywheel, 'shape', {'line', [0 0; rod.r 0]});
names = arrayfun (@(i) sprintf ('rod%d', i), 1:N, 'UniformOutput', false);
m = rod.mass / N;
tree = geomsaddbody (tree, names, 'parent', [{'crank'}, names(1:end - 1)], 'at', ...
    [{[rod.r 0]}, repmat({[l 0]}, 1, N - 1)], 'mass', m, 'com', [l/2 0], 'inertia', m * l^2 / 12);
for i = 2:N
    tree = geomsaddforce (tree, 'joint', names{i}, 'stiffness', rod.k, 'damping', beta * rod.k);
end
tree = geomsaddbody (tree, 'slider', 'joint', 'prismatic', 'at', [rod.r + rod.L, 0], 'mass', ...
    rod.slider, 'shape', {'box', [0.06 0.04]});
tree = geomsaddjoint (tree, 'revolute', {names{N}, [l 0]}, 'slider', 'name', 'pin');
sys = geomssys (tree);
rod.start = @(speed) struct ('p', zeros (N + 2, 1), 'v', speed * [1; -1 - rod.r/rod.L; zeros(N, 1)]);
rod.moments = @(p) rod.k * p(3:N + 1, :);

end
