function form = geomsreduce (sys, t, x0, varargin)
%GEOMSREDUCE  The strangeness-free form of the equations of motion, linearised at one state.
%   FORM = GEOMSREDUCE (SYS, T, X0) reduces the index of the equations of motion at the state X0 (a struct
%   as in GEOMS; moved onto the constraints first, see GEOMSINIT). A small change dx of the unknowns
%   x = [w; lambda; mu; r; v; s; p] then obeys
%
%       E dx' = A dx,   0 = J dx
%
%   which is a system of index 1, with all constraints, hidden ones included, in J. FORM has the fields
%     t, x       the time, and the state with all unknowns
%     Sp, Sv     selectors: the combinations of p' = Z v and of M v' = f - ... that are kept, such that
%                Sp * Kp and Sv * M * Kv are regular, Kp and Kv kernels of the constraints on p and v
%     E, A       S M and S times the Jacobian of the differential rows, of r, v and p
%     J          Jacobian of the algebraic rows: d, gII, hI; gI, h; c, g; between them e, invariants that
%                are eliminated, which those of positions alone never are: the norm of a quaternion
%                leaves an eigenvalue 0. Rows that depend on others are in it, too
%     N          dx = N * y are all solutions of 0 = J dx; E * N is regular
%   GEOMSREDUCE (..., 'Name', value, ...) uses options of GEOMSSET; Selector 'rows' takes unit vectors
%   for Sp and Sv, 'tangent' (default) bases of the kernels, or it is rows of your own. With Formulation
%   'psi1' gII and hI are not in J but Sv is the identity, and E * N is singular: lambda and mu have
%   index 2. Method does not matter.
%
%   Where a system gives no Jacobian, derivatives come from extrapolated differences, to about 12 digits
%   of the largest entry.
%
%   This is Algorithm 13, for linear systems (GEOMSLINEAR), and 27 of Steinbrecher (2002). For a linear
%   system E, A and J are the equations themselves, (25) there, and depend on T only.
%
%   Example: frequencies of a pendulum of length 1 about its rest
%       sys = geomssys ('mass', eye (2), 'force', @(t,p,v) [0; -9.81], ...
%           'constraint', @(t,p) p'*p - 1, 'derive', 'on');
%       form = geomsreduce (sys, 0, struct ('p', [0; -1]));
%       eig (form.A * form.N, form.E * form.N)        % +- i sqrt (9.81)
%
%   See also GEOMSLINEAR, GEOMSINIT, GEOMSSET.

if nargin < 3
    error ('geoms:arguments:number', 'geomsreduce needs a system, a time and a state.');
end
opts = geomsset (varargin{:});
opts.Method = 'auto';
f = opt_table (geomsget (opts, 'Formulation'));
if ~f.projected
    error ('geoms:reduce:formulation', ['Equations are reduced to ''psf'' (default) or ''psi1'', ', ...
        'not to ''%s'': leave Formulation out.'], opts.Formulation);
end
check_system (sys);
check_few (sys.dims);
t = check_time (t, 'geoms:reduce:time');
if ~strcmp (geomsget (opts, 'Initial'), 'assume')
    x0 = geomsinit (sys, t, x0, opts);
end
problem = run_start (sys, [t, t], x0, opts);
problem.selector = run_selector (problem.sys, opts, t, problem.x0);
form = reduced (problem);

end

function form = reduced (problem)
x = problem.x0;
unknown = find (isnan (x), 1);
if ~isempty (unknown)
    error ('geoms:reduce:unknown', ['With Initial ''assume'' all unknowns must be given: number %d ', ...
        'of %d, in the order of sol.y, is missing.'], unknown, numel (x));
end
handle = gate_create (problem);
keeper = onCleanup (@() gate_call ('free', handle));
[Sv, Sp, N, E, A, J, status, err] = gate_call ('reduce', handle, problem.core, problem.tspan(1), x, ...
    run_hooks (problem, handle));
if ~isempty (err)
    gate_raise (err);
end
if status ~= 0
    derive_own_error (problem.sys, problem.tspan(1), x);
    found = gate_call ('get', handle);
    error (found.report.identifier, '%s', found.report.message);
end
form = struct ('t', problem.tspan(1), 'x', x, 'Sp', Sp, 'Sv', Sv, 'E', E, 'A', A, 'J', J, 'N', N);
end

%!test # a pendulum about its rest
%! sys = geomssys ('mass', eye (2), 'force', @(t,p,v) [0; -9.81], ...
%!     'constraint', @(t,p) p'*p - 1, 'constraintJacobian', @(t,p) 2*p', ...
%!     'constraintAcceleration', @(t,p,v) 2*(v'*v));
%! form = geomsreduce (sys, 0, struct ('p', [0; -1]));
%! assert (sort (imag (eig (form.A * form.N, form.E * form.N))), sqrt (9.81) * [-1; 1], 1e-6);
%! assert (form.J * form.N, zeros (3, 2), 1e-12);
%!error <needs a system> geomsreduce (1, 2)
