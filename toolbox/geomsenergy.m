function e = geomsenergy (sol, sys, t)
%GEOMSENERGY  Energy and work along a run of a tree.
%   E = GEOMSENERGY (SOL, SYS) is the energy at the times SOL.t, E = GEOMSENERGY (SOL, SYS, T) at
%   the k times T within the run. SYS is the system GEOMSSYS (TREE) that GEOMS has integrated. All
%   fields are 1 x k:
%     t           the times
%     kinetic     of all bodies
%     potential   of gravity (0 where the centre of all masses is at the origin) and springs
%     total       their sum
%     power       of what has no potential: dampers, friction, forces, torques, and what moves by
%                 time: driven joints, couplings with an 'offset', constraints of your own
%     work        its integral from the begin of the run
%   TOTAL - WORK is constant along the exact motion; its change along a run measures the errors of
%   integration. What instantaneous events do (impacts) is no part of WORK, nor is what moves
%   gravity. WORK needs the dense data of the run.
%
%   Example: a damped pendulum
%       tree = geomsaddbody (geomstree ('planar', true), 'arm', 'mass', 1, 'com', [0.5 0], ...
%           'inertia', 1/12);
%       tree = geomsaddforce (tree, 'joint', 'arm', 'damping', 0.1);
%       sys = geomssys (tree);
%       e = geomsenergy (geoms (sys, [0 5]), sys);
%       plot (e.t, e.total, e.t, e.work)
%       max (abs (e.total - e.work - e.total(1)))
%
%   See also GEOMSMOTION, GEOMSREACTION, GEOMSTREE, GEOMSADDFORCE.

if nargin < 2
    error ('geoms:arguments:number', ['geomsenergy needs a solution and its system: ', ...
        'geomsenergy (sol, sys).']);
elseif nargin < 3
    t = [];
end
tree_results_check (sol, sys, 'geomsenergy');
r = tree_results (sol, sys, t);
e = struct ('t', r.t, 'kinetic', r.energy(1, :), 'potential', r.energy(2, :), 'total', ...
    sum (r.energy, 1), 'power', r.power, 'work', work_done (sol, sys, r.t));

end

% int P dt by 4 Gauss points in each piece between ends of steps, the times t, and those of tables,
% where third derivatives jump
function work = work_done (sol, sys, t)
step_t = sol.idata.dense.t;
if isempty (step_t)
    error ('geoms:dense:missing', ['The work needs the dense data: run it again with option ', ...
        'Dense ''on'', and until it makes a step.']);
end
knots = [sys.tree.breaks{:}, []];
knots = knots(knots > min (step_t(:)) & knots < max (step_t(:)));
tree_same (sol, sys, step_t(2, :));
ends = unique ([step_t(:)', t, knots]);
if step_t(end) < step_t(1)
    ends = fliplr (ends);
end
node = [0.3399810435848563; 0.8611363115940526];
weight = [0.6521451548625461; 0.3478548451374538];
node = [node; -node];
half = diff (ends) / 2;
middle = (ends(1:end - 1) + ends(2:end)) / 2;
times = middle(ones (4, 1), :) + node * half;
r = results_between (sol, sys, times);
pieces = [weight; weight]' * reshape (r.power, size (times)) .* half;
sums = [0, cumsum(pieces)];
[~, at] = ismember (t, ends);
work = sums(at);
end

% of states as they are between the steps
function r = results_between (sol, sys, times)
if isempty (times)
    r = struct ('power', zeros (size (times)));
    return
end
r = tree_results_at (sys, times(:)', geomsval (sol, times(:)', sys));
end

%!test # what a damper takes
%! tree = geomsaddbody (geomstree ('planar', true), 'arm', 'mass', 1, 'com', [0.5 0], ...
%!     'inertia', 1/12);
%! tree = geomsaddforce (tree, 'joint', 'arm', 'damping', 0.1);
%! sys = geomssys (tree);
%! sol = geoms (sys, [0 1], struct (), 'RelTol', 1e-8, 'AbsTol', 1e-8);
%! e = geomsenergy (sol, sys);
%! assert (e.total - e.work, e.total(1) * ones (size (e.t)), 1e-6);
%! assert (e.work(end) < -0.1);
