function [f, ode] = geomsrhs (sys, kind, varargin)
%GEOMSRHS  Right-hand side of a system for ode45, ode15s, ode15i and other solvers.
%   F = GEOMSRHS (SYS, KIND) is a function that such solvers take: Mass * Y' = F (T, Y). KIND is one
%   of these formulations (see Formulation in GEOMSSET):
%     'partition-svd', 'partition-qr', 'partition-fixed', 'partition-full'
%                         Y = [p; v; r], an ordinary differential equation, for ode45; 'uode' is the
%                         same as 'partition-full': here it leaves lambda and mu out of Y
%     'index1-explicit'   Y = [p; v; r; lambda; mu], for ode15s and ode15i
%     'index1-implicit'   Y = [p; v; r; a; lambda; mu] with a = v'
%   F (T, Y) takes one column or k of them; T is one time, or k. Where a function of SYS returns NaN
%   or Inf the column is NaN. Singular constraints are an error, but for 'partition-svd', which takes
%   the accelerations that come nearest to meeting them.
%   The initial values must meet the constraints, which is what ODE.pack sees to. Afterwards nothing
%   keeps Y there: it drifts away with the errors of the solver. In the partitions p' is the velocity
%   nearest to v that meets the constraints; 'partition-fixed' also evaluates the forces there,
%   without which it would be unstable, and calls the functions of SYS twice for that.
%   F = GEOMSRHS (..., 'Independent', LIST) chooses the independent coordinates of
%   'partition-fixed', numbers of velocities. Without it each state has the best ones by pivoting,
%   and F is not smooth where they change.
%   F = GEOMSRHS (..., 'RankTol', TOL): what is relatively smaller counts as zero. GEOMSRHS (SYS,
%   KIND, OPTS) takes both from a struct of GEOMSSET; all other options belong to the solver.
%
%   [F, ODE] = GEOMSRHS (...) also returns
%     options               for the solver, from odeset: the mass matrix of the index-1 forms, which
%                           is constant and singular. Combine it with your own by odeset
%                           (ODE.options, 'RelTol', 1e-6)
%     Y0 = pack (X0, T0)    initial values from a struct with the fields p, v, ... as in GEOMS,
%                           moved onto the constraints (as by GEOMSINIT); T0 is 0 if left out. An
%                           error if the form does not fit the system there
%     S = unpack (Y, T)     struct with p, v, r, lambda, mu, one column per column of Y. Of an
%                           ordinary differential equation lambda and mu are computed; without T
%                           they are empty. ode45 returns rows: unpack (Y.', T)
%     YP = slope (T, Y)     the derivatives of Y that fit, for ode15i and the option InitialSlope; 0
%                           for lambda, mu and a
%     R = residual (T, Y, YP)   Mass * YP - F (T, Y), for ode15i
%     index                 the rows of p, v, r, a, lambda, mu in Y
%   F and ODE may be saved as far as the functions of SYS may be. Those that Octave reads are slower
%   than new ones.
%
%   The forms do not exist for systems with auxiliary variables w, contact points s, or forces that
%   depend on the multipliers. Invariants are not used. Where sizes cannot be found by calling the
%   functions of SYS, give 'dims' to GEOMSSYS.
%
%   Example: a pendulum with ode45, and how far it drifts
%       sys = geomssys ('mass', eye (2), 'force', @(t,p,v) [0; -9.81], ...
%           'constraint', @(t,p) p'*p - 1, 'derive', 'on');
%       [f, ode] = geomsrhs (sys, 'partition-svd');
%       y0 = ode.pack (struct ('p', [1; 0]));
%       [t, y] = ode45 (f, [0 10], y0, odeset (ode.options, 'RelTol', 1e-6));
%       s = ode.unpack (y.', t);
%       plot (t, s.lambda)
%       max (abs (sum (s.p.^2) - 1))
%
%   With the stiff solvers:
%       [f, ode] = geomsrhs (sys, 'index1-explicit');
%       y0 = ode.pack (struct ('p', [1; 0]));
%       opts = odeset (ode.options, 'InitialSlope', ode.slope (0, y0));
%       [t, y] = ode15s (f, [0 1], y0, opts);
%       [t, y] = ode15i (ode.residual, [0 1], y0, ode.slope (0, y0));
%
%   See also GEOMS, GEOMSSET, GEOMSPARTITION, GEOMSINIT, GEOMSSYS.

% what it has returned comes back here, geomsrhs (e, t, y) and geomsrhs (e, name, {...}): only
% public functions can be saved
if nargin == 3 && isfield (sys, 'rows_of_y')
    if ischar (kind) && any (strcmp (kind, {'pack', 'unpack', 'slope', 'residual'}))
        f = rhs_part (sys, kind, varargin{1});
    else
        f = rhs_value (sys, kind, varargin{1});
    end
    return
end
if nargin < 2
    error ('geoms:arguments:number', 'geomsrhs needs a system and the name of a formulation.');
end
check_system (sys);
check_few (sys.dims);
e = rhs_form (sys, kind, varargin);
f = @(t, y) geomsrhs (e, t, y);
if nargout < 2
    return
end
ode.options = solver_options (e);
ode.pack = @(varargin) geomsrhs (e, 'pack', varargin);
ode.unpack = @(varargin) geomsrhs (e, 'unpack', varargin);
ode.slope = @(t, y) geomsrhs (e, 'slope', {t, y});
ode.residual = @(t, y, yp) geomsrhs (e, 'residual', {t, y, yp});
ode.index = e.index;

end

function options = solver_options (e)
options = odeset ();
if any (e.mass == 0)
    options = odeset ('Mass', diag (e.mass), 'MStateDependence', 'none', 'MassSingular', 'yes');
end
end

%!shared sys, x0
%! sys = geomssys ('mass', eye (2), 'force', @(t,p,v) [0; -9.81], 'constraint', @(t,p) p'*p - 1, ...
%!     'constraintJacobian', @(t,p) 2*p', 'constraintAcceleration', @(t,p,v) 2*(v'*v));
%! x0 = struct ('p', [1; 0]);
%!test # a pendulum, let go in a horizontal position
%! [f, ode] = geomsrhs (sys, 'partition-svd');
%! y0 = ode.pack (x0);
%! assert (f (0, y0), [0; 0; 0; -9.81], 1e-13);
%!test # the multiplier is one of the unknowns
%! [f, ode] = geomsrhs (sys, 'index1-explicit');
%! y = [0; -1; 2; 0; 0.5 * (4 + 9.81)];
%! assert (f (0, y), [2; 0; 0; 4; 0], 1e-13);
%! assert (ode.unpack (y).lambda, y(5));
%!error <Did you mean 'partition-qr'> geomsrhs (sys, 'partition-rq')
%!error <belongs to the solver> geomsrhs (sys, 'uode', 'RelTol', 1e-3)
