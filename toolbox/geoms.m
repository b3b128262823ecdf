function varargout = geoms (sys, tspan, varargin)
%GEOMS  Integrates a constrained mechanical system; all constraints hold to rounding.
%   SOL = GEOMS (SYS, TSPAN, X0) integrates the system SYS of GEOMSSYS over TSPAN from X0.
%   SOL = GEOMS (SYS, TSPAN, X0, OPTS) uses options of GEOMSSET.
%   SOL = GEOMS (..., 'Name', value, ...) sets options by name.
%   [T, Y] = GEOMS (...) returns one row per time, like ode45.
%   [T, Y, TE, YE, IE] = GEOMS (...) also returns the events, one row for each (option Events).
%   SOL = GEOMS (SYS, TSPAN) starts a tree of bodies (GEOMSTREE) as the bodies are described; also [] and
%   fields that are left out mean that. Options may follow: GEOMS (SYS, TSPAN, 'RelTol', 1e-8).
%   GEOMS (...) without output draws the solution (GEOMSPLOT), or leaves that to OutputFcn.
%   With the option Formulation other equations are integrated, most of which keep less; with Method
%   by another method. GEOMSSET has the table. GEOMSRHS makes functions for ode45 and others.
%
%   TSPAN   [t0 tf]: every step is returned; [t0 t1 ... tf]: the solution at these times. It may
%           decrease
%   X0      struct with the fields p and v (default 0); lambda and the others are computed. The
%           residual form also takes the vector [w; lambda; mu; r; v; s; p]. Values that do not meet
%           the constraints are corrected (option Initial, GEOMSINIT)
%
%   SOL has
%     t, x       times (1 x k); y  states (n x k), rows [w; lambda; mu; r; v; s; p]
%     p, v, lambda, r, w, s, mu    the rows of y by name
%     xe, ye, ie events: times, states before an action, numbers
%     record     what option Record returns at all times
%     residual   position, velocity, acceleration: values of the constraints and of their first and
%                second time derivatives; invariant: values of e; relative (3 x k): the largest of
%                each level, divided by the terms its row is made of, as large as unknowns have been
%                along the run
%     stats      nsteps, nfailed, nfevals, npds, ndecomps, nsolves as in MATLAB; naccpt, neom, ...
%                as in the manual of GEOMS; callbacks, seconds, secondsCallbacks; nchecks: calls of
%                functions of a derived system ('derive' of GEOMSSYS) to compare them
%     info       status ('ok', 'event', 'stopped', 'time is up', 'failed', 'interrupted'), idid,
%                identifier, message, remedy; limiting: in how many steps the error was largest in
%                each unknown; orders, of 'bdf' and 'radau': [order; steps] for all that occurred;
%                condition (3 x k) of the position, velocity and acceleration
%                constraints (where it is computed); partition, with 'partition-fixed', -qr, -svd:
%                condition, worst, worstTime, and with 'partition-fixed' independent, names,
%                switched, passed, passedTimes; extra: the largest |eta| ('ggl') or |mu| and |tau|
%                ('extended-*', 'projected-invariants') of all steps, which are 0 in an exact
%                solution; multipliers, velocityRows: what these options of 'psf' were, or have
%                chosen ('solved' or 'iterated', 'force' or 'acceleration', 'recursive': without
%                matrices, at a cost that grows like the number of bodies), else ''; linearSolver:
%                'sparse' or 'dense' Newton systems, or the 'model' solves them itself, '' where that
%                option has no meaning; notSparse: the reason why LinearSolver 'sparse' could not be
%                followed, the first one that was found, else ''; levels: what GEOMS has warned of if
%                a level of the constraints turned out wrong along the run
%                (geoms:levels:..., geoms:derive:differs), else ''; derive: sys.derive.status; events:
%                why event functions were called and not recorded, else ''; moved: name, from, to of a
%                given initial value that
%                was corrected by more than rounding and its digits (0.7071 is any number that
%                rounds to it, 0.9 is 0.9), others: how many there are; missed: event, t, h, if an
%                event function has a sign between two looks at it that it has at neither: events
%                are missing; redundant:
%                names of the rows that depend on each other, count and rank of the rows of these
%                levels; multiplierUnique, if some multipliers are not; massless: velocities that
%                the balance of forces determines, for want of a mass; selector, with rows of one's
%                own: how much of the motion they have seen (GEOMSSET); thrown: function,
%                identifier, message, t of an error (GEOMSLAST)
%     state      what GEOMSEXTEND needs to go on as if the run had not ended; idata what GEOMSVAL
%                needs; extdata  sizes, options, method and start of the run
%   Where an EventAction changes the state, and TSPAN has two times, the time stands twice in SOL.t:
%   with the state before and the state after.
%
%   Every level of the constraints that SYS has, and that is not derived, is compared with difference
%   quotients of the level below: at the start, where a mismatch is an error, and after the run at the
%   ends of the steps 1, 2, 4, 8, ... and the last, where it is a warning: the whole solution is returned,
%   but not to be trusted. So a hidden level that is wrong away from the start is found along the run.
%
%   Rows that depend on each other all along the motion are redundant: the run goes on and says which. A
%   start where they do so in this position alone, all links in a line, say, is an error,
%   geoms:rank:singular: the motion may leave it in more than one way. A motion that comes through one
%   goes on (psf with 'radau5'), one that ends there is a failed integration, geoms:rank:changed.
%
%   Wrong input is an error. A failed integration is a warning, and the part that was computed is
%   returned. An error in one of the system's functions comes back unchanged; what was computed
%   until then, or until Ctrl-C, is returned by GEOMSLAST.
%
%   Example: a pendulum, and how well its constraint is met
%       sys = geomssys ('mass', eye (2), 'force', @(t,p,v) [0; -9.81], ...
%           'constraint', @(t,p) p'*p - 1, 'derive', 'on');
%       sol = geoms (sys, [0 10], struct ('p', [1; 0]), 'RelTol', 1e-8, 'AbsTol', 1e-8);
%       plot (sol.t, sol.p)
%       max (sol.residual.relative, [], 2)
%
%   See also GEOMSSYS, GEOMSTREE, GEOMSSET, GEOMSVAL, GEOMSEXTEND, GEOMSINIT, GEOMSPLOT, GEOMSLAST,
%   GEOMSRHS, GEOMSPARTITION, GEOMSCOMPARE, GEOMSTEST.

needs = 'geoms needs a system, a time span and initial values.';
if nargin < 2
    error ('geoms:arguments:number', '%s', needs);
elseif nargout > 5
    error ('geoms:arguments:outputs', 'geoms returns sol or [t, y, te, ye, ie].');
end
[x0, list, numbers] = run_arguments (sys, varargin, needs);
opts = geomsset (list{:});
problem = run_listen (run_start (sys, check_tspan (tspan), x0, opts, numbers));
if nargout > 1
    problem.refine = problem.settings.Refine;
    problem.steps_only = false;
end
derive_tell (problem);
check_levels (problem.sys, problem.core, problem.tspan, problem.x0);
tree_tables (problem);
sol = check_levels_along (problem, run_integrate (problem));
run_tell (sol, problem.settings);
tree_jumps (problem, sol);
tree_overlooked (problem, sol);
check_tolerances (problem, sol);

if nargout > 1
    varargout = {sol.t.', sol.y.', sol.xe.', sol.ye.', sol.ie.'};
elseif nargout == 1
    varargout = {sol};
elseif isempty (problem.output)
    geomsplot (sol);
end

end

%!shared sys
%! sys = geomssys ('mass', eye (2), 'force', @(t,p,v) [0; -9.81], 'constraint', @(t,p) p'*p - 1, ...
%!     'constraintJacobian', @(t,p) 2*p', 'constraintAcceleration', @(t,p,v) 2*(v'*v));
%!test # the constraints hold on all levels
%! sol = geoms (sys, [0 1], struct ('p', [1; 0]));
%! assert (sol.info.status, 'ok');
%! assert (max (sol.residual.relative(:)) < 1e-12);
%!test # requested times, one row each
%! [t, y] = geoms (sys, [0 0.5 1], struct ('p', [1; 0]));
%! assert (size (y), [3 5]);
%!error <initial values> geoms (sys, [0 1], [0; 0; 0; 1; 0])
