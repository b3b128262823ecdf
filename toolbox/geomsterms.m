function terms = geomsterms (sys, t, x)
%GEOMSTERMS  The terms of the equations of motion of any system at one state.
%   TERMS = GEOMSTERMS (SYS, T, X) evaluates
%
%       p' = Z v,   M v' = f - C'[lambda; mu],   C = [G; H] Z,   0 = g,   0 = h
%
%   at the time T and the state X (a struct as in GEOMS, of a residual form also a vector), which is
%   not moved onto the constraints. Multipliers and w that X does not give count as 0. Of a tree of
%   bodies (GEOMSTREE) X may be left out, in parts or as a whole: as it is described.
%   TERMS has the fields
%     t, x             the time, and all unknowns in the order of SOL.y
%     M, Z, f          mass matrix, kinematics, forces without those of the constraints
%     g, gI, gIIpart   holonomic constraints, their first derivative along the motion, their
%                      second one without G Z v'
%     gII, hI          these derivatives with the v' of the multipliers in X; NaN if X does not give
%                      all of them
%     h, hIpart        nonholonomic constraints H Z v + h, their derivative without H Z v'
%     C, G, H          Jacobians. Where only C is known (trees, models in C, the residual form) and
%                      Z is not the identity, [G; H] = C pinv (Z)
%     b, d, c, e       dynamics r' = b, auxiliary and contact equations, invariants
%     rda, J           the reduced derivative array [d; gII; hI; gI; h; e; c; g; b; fdyn; fkin] and d rda/dx,
%                      by difference quotients where derivatives are not known; NaN as gII
%     mixed            the equations of first and second order that are left where M is singular
%   What a system has none of is empty; NaN where it does not give second derivatives.
%
%   MIXED: velocities v1 without inertia, v2 all others, M = [A, A T; T'A, T'A T] with A regular:
%
%       A (v2' + T v1') = f2 - C2'lambda        0 = gamma = Q'f,   M Q = 0,   C Q = 0
%
%   (Arnold 2013, (25) and (28b)), the latter without any acceleration. MIXED has the fields
%     second, first    numbers of v2, and of the velocities that equations of first order determine
%     held             numbers of those without inertia that constraints determine
%     M, T, f          A, T (its columns: first, then held), f2
%     Q, gamma         motions without inertia, and the sums of the forces along them: 0 on a motion
%     damping, rhs     -Q' df/dv and gamma + damping * v: for linear dampers, and forces that depend
%                      on v in no other way, damping * v = rhs is 0 = gamma
%     directions       Q as combinations of motions with one velocity, of first, then held, each:
%                      the identity unless constraints hold some
%     regular          true if damping * Q is: the equations are of index 1
%
%   GEOMSTERMS (SYS, T, X) without an output prints the equations, a line for each velocity and row.
%
%   Example: a spring and a damper with nothing but a massless body between them, then a mass
%       tree = geomstree ('planar', true, 'gravity', [0 0]);
%       tree = geomsaddbody (tree, 'link', 'joint', 'prismatic', 'q', 0.1);
%       tree = geomsaddbody (tree, 'cart', 'parent', 'link', 'joint', 'prismatic', 'mass', 2);
%       tree = geomsaddforce (tree, 'joint', 'link', 'stiffness', 100);
%       tree = geomsaddforce (tree, 'joint', 'cart', 'damping', 0.5);
%       geomsterms (geomssys (tree), 0)
%
%   See also GEOMSSYS, GEOMSTREE, GEOMSREDUCE, GEOMSCHECK.

if nargin > 0
    check_system (sys);
end
if nargin < 2 || nargin < 3 && ~strcmp (sys.form, 'tree')
    error ('geoms:arguments:number', 'geomsterms needs a system, a time and a state.');
elseif nargin < 3
    x = struct ();
end
check_few (sys.dims);
t = check_time (t, 'geoms:terms:time');
opts = geomsset ();
if sys.reduced
    opts = geomsset ('Formulation', 'psi1');
end
problem = run_start (sys, [t, t], x, opts);
terms = evaluated (problem, t);
if nargout == 0
    terms_print (problem.sys, terms);
    clear terms
end

end

function terms = evaluated (problem, t)
handle = gate_create (problem);
keeper = onCleanup (@() gate_call ('free', handle));
sys = problem.sys;
x = problem.x0;
unknown = isnan (x);
x(unknown) = 0;
fcn = terms_values (problem, handle);
values = fcn (t, x);
terms = struct ('t', t, 'x', x);
for name = fieldnames (values)'
    terms.(name{1}) = values.(name{1});
end
[terms.rda, terms.J] = rows_of (problem, handle, t, x, ...
    any (unknown([sys.index.lambda, sys.index.mu])));
row = sys_rows (sys.dims);
terms.gII = terms.rda(row.gII, 1);
terms.hI = terms.rda(row.hI, 1);
force = @(v) getfield (fcn (t, with_v (x, sys.index.v, v)), 'f');
terms.mixed = terms_mixed (terms, force, x(sys.index.v, 1), without_inertia (sys));
end

function x = with_v (x, at, v)
x(at) = v;
end

% [] : M tells
function zero = without_inertia (sys)
zero = [];
if strcmp (sys.form, 'tree')
    [~, ~, zero] = gate_call ('treedims', sys.tree);
end
end

% NaN where multipliers are not known, or gII and hI are not
function [rda, J] = rows_of (problem, handle, t, x, unknown)
sys = problem.sys;
sizes = sys_sizes (sys);
rda = NaN (sizes.m, 1);
J = NaN (sizes.m, numel (x));
if unknown
    return
end
evaluate = @(x) gate_call ('evaluate', handle, problem.core, t * ones (1, size (x, 2)), x);
[values, ~, J_known, ~, status, err] = evaluate (x);
if ~isempty (err)
    gate_raise (err);
elseif status ~= 0
    return
end
rda = values;
J = J_known;
if isempty (J)
    J = quotients (evaluate, x);
end
row = sys_rows (sys.dims);
if sys.reduced
    rda([row.gII, row.hI]) = NaN;
    J([row.gII, row.hI], :) = NaN;
end
end

% of order 4
function J = quotients (evaluate, x)
n = numel (x);
h = 1e-3 * max (1, abs (x));
points = x * ones (1, 4 * n);
shifts = [1, -1, 2, -2];
for k = 1:4
    points(:, (k - 1) * n + (1:n)) = points(:, (k - 1) * n + (1:n)) + shifts(k) * diag (h);
end
values = evaluate (points);
part = @(k) values(:, (k - 1) * n + (1:n));
J = (8 * (part (1) - part (2)) - (part (3) - part (4))) / diag (12 * h);
end

%!test # a damper, a massless body, a spring: one equation of each order
%! tree = geomstree ('planar', true, 'gravity', [0 0]);
%! tree = geomsaddbody (tree, 'link', 'joint', 'prismatic', 'q', 0.1);
%! tree = geomsaddbody (tree, 'cart', 'parent', 'link', 'joint', 'prismatic', 'mass', 2);
%! tree = geomsaddforce (tree, 'joint', 'link', 'stiffness', 100);
%! tree = geomsaddforce (tree, 'joint', 'cart', 'damping', 0.5);
%! terms = geomsterms (geomssys (tree), 0);
%! assert (terms.M, [2 2; 2 2], 1e-14);
%! assert (terms.mixed.damping, [0 -0.5], 1e-9);
%! assert (terms.mixed.rhs, -10, 1e-9);
%!error <must be one real> geomsterms (geomssys ('mass', 1, 'force', @(t,p,v) -p), [0 1], [])
