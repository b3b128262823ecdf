function sys = geomssys (varargin)
%GEOMSSYS  Describes a constrained mechanical system.
%   SYS = GEOMSSYS ('Name', value, ...) describes the system
%
%       p' = Z v,   M v' = f - Z'G' lambda - Z'H' mu,   0 = g (t, p),   0 = H Z v + h
%
%   for GEOMS and checks it; most systems have p' = v, no mu, and nothing but M, f and g. From these
%   the Jacobian G = dg/dp, the hidden constraints and all derivatives are derived ('derive', below).
%   Mind the sign of G' lambda. Names may be written in any case.
%
%   GEOMSSYS (...) without output prints the system (GEOMSPRINT).
%
%   Mechanical form, p is np x 1, v is nv x 1 (nv = np without kinematics):
%     'mass'                     M: matrix (constant), vector (its diagonal) or @(t,p) that returns
%                                one (a vector costs least); symmetric, and positive on the motions
%                                that the constraints allow, singular or not; coordinates without
%                                mass may instead have a damper, see GEOMSFCN_MASS
%     'force'                    f: @(t,p,v), nv x 1
%     'constraint'               g: @(t,p), nl x 1; leave it out if there is none
%     'kinematics'               Z in p' = Z v: @(t,p), np x nv; if left out it is the identity
%     'nonholonomic'             H Z v + h, affine in v: @(t,p,v), nm x 1
%     'dynamics'                 b in r' = b: @(t,p,v,z), nr x 1; dynamical force elements
%     'auxiliary'                d in 0 = d: @(t,p,v,z), nw x 1; determines z.w
%     'contact'                  c in 0 = c: @(t,p,z), ns x 1; determines z.s
%     'invariant'                e, which is 0 along the motion: @(t,p,v), ni x 1
%     'condition'                additional conditions on the initial values, which vanish there:
%                                @(t,p,v), nc x 1
%     'model'                    instead of all but 'mass', 'invariantGradient' and 'condition': one
%                                function @(t,p,v) that returns a struct, see GEOMSFCN_MODEL
%   Levels and derivatives need not be given where they are derived; what is given is compared then.
%   Functions that are called ('derive', 'off') need
%     'constraintJacobian'       G: @(t,p), nl x np
%     'constraintVelocity'       the full gI = dg/dt along the motion: @(t,p,v), nl x 1; may be left
%                                out if g does not depend on t (it is then G Z v)
%     'constraintAcceleration'   the part of gII = d2g/dt2 without G Z v': @(t,p,v), nl x 1; may be
%                                left out for Formulation 'psi1', 'index3', 'index2', 'ggl'
%     'nonholonomicJacobian'     H, derivative of H Z v + h with respect to p' = Z v: @(t,p), nm x np
%     'nonholonomicAcceleration' the part of its time derivative without H Z v': @(t,p,v), nm x 1;
%                                may be left out for the same ones
%     'invariantGradient'        de/d[v; s; p]: @(t,p,v), ni x (nv + ns + np); may be left out
%
%   Each function may take two more arguments, at the end and in this order:
%     z   struct with the fields r, w, s, lambda, mu. Only f, b and d may depend on lambda and mu
%     q   the parameters, if and only if 'parameters' is given
%   With one argument more this is q if there are parameters, else z: @(t,p,v,z), or with parameters
%   @(t,p,v,q), @(t,p,v,z,q). Where s is used, G is the total derivative of g, that is
%   g_p - g_s (c_s \ c_p).
%
%   Residual form (the manual of GEOMS), x = [w; lambda; mu; r; v; s; p]:
%     'dims'     struct with np, nv, nr, nw, ns, nl, nm, ni, nc; what is missing is 0, nv is np
%     'eom'      the reduced derivative array rda: @(t,x),
%                [d; gII; hI; gI; h; e; c; g; b; fdyn; fkin]; gII and hI may be left out for
%                Formulation 'psi1', 'index3', 'index2', 'ggl'
%     'mass'     M: matrix, vector (its diagonal) or @(t,x); may be left out if it is the identity
%     'jac'      J = + d rda / dx: @(t,x); the manual's subroutine JAC returns the negative of it.
%                May be left out; J then comes from difference quotients
%     'ivcond'   additional conditions 0 = ivcond on the initial values: @(t,x), nc x 1
%
%   Native form, a model in C (geoms_model.h, see GEOMSEXPORT), which calls nothing outside:
%     'library'     file of the shared library
%     'symbol'      name of the GeomsModel in it
%     'parameters'  q, a vector: what its function create gets
%
%   Tree form: SYS = GEOMSSYS (TREE) is a system of bodies and joints, see GEOMSTREE. Unknowns are
%   those of the joints that are not driven, p and v in the order of the bodies; lambda of the
%   joints that close loops, then of couplings; mu of wheels, balls and blades; r of springs in series
%   with dampers. SYS.names has their names, 'arm.q', 'arm.v', 'pin: across 1', 'gear: coupling',
%   'wheel: slip x', 'shock.r'. Functions among the options take (t, p, v).
%     'parameters'   names of numbers that may change: {'arm.mass', 'shock.stiffness', 'arm.com(1)',
%                    'gravity(3)'}; SYS.parameters has their values, SYS.tree.parameters what they are.
%                    Of bodies mass, com, inertia, at, pitch; of a rod length; of what rolls radius;
%                    of a coupling offset; of forces the options of GEOMSADDFORCE that are numbers
%                    (of a stop lower, upper; of a bushing the diagonals), unless they are functions
%                    of time. What was drawn ('as drawn') stays as it is. A name that is followed
%                    by a number is one of your own with this value, controller gains for instance:
%                    {'arm.mass', 'Kp', 3}. Functions and laws get the vector SYS.parameters, in
%                    this order, as their last argument q
%     'force', 'constraint', 'nonholonomic', 'dynamics', 'auxiliary', 'contact', 'invariant',
%     'condition' and what belongs to them, as in the mechanical form, are added to those of the
%     bodies: forces that depend on the state, a controller that integrates (r of 'dynamics'), rows
%     that no joint has. p and v are those of the bodies; z has what these functions have brought,
%     r, w, s, lambda, mu, not those of the joints; 'names' is of these. 'dims' tells nr, nw, ns.
%     'vectorized', 'autonomous' speak of them and of the laws of GEOMSADDFORCE. A tree to which
%     functions are added is evaluated with dense matrices
%     'derive'       'auto' (default), 'on' or 'off', as below: these functions, the laws and the
%                    functions of time of the tree are recorded, their hidden levels and Jacobians
%                    may be left out, and runs call none of them. What cannot be recorded is called,
%                    or with 'on' refused; SYS.own.system.derive says why, SYS.tree.called which
%                    functions of time
%
%   All other forms:
%     'parameters'   q, a vector or struct: every function may then take q as its last argument
%     'names'        names of the unknowns, struct with cells of texts: struct ('p', {{'x', 'y'}})
%   Mechanical and residual form:
%     'vectorized'   true: functions are called for k points at once, t is 1 x k, vectors are n x k,
%                    matrices r x c x k (r x c if they are constant), fields of z are n x k. Much
%                    faster. 'jac', 'ivcond', 'invariantGradient' and 'condition' are still called
%                    for one point
%     'autonomous'   true: nothing depends on t
%     'derive'       'auto' (default), 'on', 'off', in the mechanical form. The functions are recorded,
%                    once, as expressions. 'constraintJacobian', 'constraintVelocity',
%                    'constraintAcceleration', those of 'nonholonomic', 'invariantGradient' and all
%                    other derivatives follow from them and may be left out. Runs call no function of
%                    yours then but EventAction and output (and, to compare, yours at the ends of the steps
%                    1, 2, 4, 8, ...), and are much faster; results are others at rounding level.
%                    'auto': what cannot be recorded, or takes more than 100000 operations, is called,
%                    as with 'off'; SYS.derive.reason says why. 'on': that is an error. In MATLAB
%                    'auto' is 'off': untested there
%     'dims'         in the mechanical form: sizes that cannot be found by calling. nr, nw and ns
%                    are given here or come from the fields r, w and s of the initial values
%     'pattern'      in the mechanical form, of functions that are called: which entries of the matrices
%                    and of the derivatives may be other than 0. 'auto' (default): where a function
%                    returns a sparse matrix, and there are more than 20 velocities, entries are those
%                    that are seen at some states near the start; those of the derivatives are found
%                    from some hundred evaluations, whatever the size. Columns without a row in common
%                    are differenced together then: about ten evaluations for a Jacobian of a chain, of
%                    any length. 'off': all matrices are full. A struct adds entries that are not seen
%                    there, of contacts that are open for instance, and turns it on for full matrices:
%                    fields M (nv x nv), Z (np x nv), G (nl x np), H (nm x np), and f, b, d, c with as
%                    many columns as there are unknowns (SYS.index), other than 0 where an entry may
%                    be (NaN and Inf are refused; so are entries beside the diagonal of an M that is
%                    one). An entry of a matrix that comes up later is an error that names it. Levels are
%                    not compared where full matrices would have more than four million numbers. Vectorized
%                    functions return sparse matrices side by side, r x c*k. SYS.pattern has status
%                    ('found', 'off', 'waiting'), the entries M, Z, G, H and B, those of the derivatives.
%                    What is derived needs none: its entries are those of the expressions
%
%   SYS = GEOMSSYS (SYS, 'parameters', Q) changes the parameters and nothing else,
%   SYS = GEOMSSYS (SYS, 'derive', 'off') whether it is derived.
%
%   SYS is a struct; SYS.index.p, SYS.index.v, ... are the rows of the unknowns in sol.y (as soon as
%   the sizes are known), SYS.dims the sizes. A native system has SYS.has, which tells the optional
%   functions of its model.
%
%   Without second derivatives, given or derived, the multipliers of the start are not known: they are
%   those of X0, or 0.
%
%   Functions are given as handles or names. Each is called once to check the size of what it
%   returns. Unless they are derived, GEOMS compares every level of the constraints with difference
%   quotients of the level below, at the start, at a state beside it, and along the run: a hidden level
%   that is wrong only away from the start is found there.
%
%   Recorded are decisions (if, while) over unknowns, each with both outcomes, loops, subfunctions,
%   cells, structs, matrices. For that functions are called with values that are no doubles, once for
%   each combination of outcomes, those that never happen included, and a dozen times with numbers:
%   what they print is not shown, what they count or write to files happens. What was recorded is
%   compared with what is called near the start, and wherever among 200 states a decision is another
%   one; SYS.derive.untested has the decisions that were not seen both ways. Not recorded, with
%   the line in the message: switch and for over unknowns, y(2) = ... into y = [0; 0] (write y = zeros
%   (2, 1)), find, sort, eig, integers: see GEOMSFCN_RECORDED. Found and called as they are: rand, the
%   clock, values that a function keeps (persistent) and changes, global variables that it changes. Not
%   found before the run, but by its comparisons: files and handle objects that change later on.
%
%   Numbers in the parameters are inputs of what was recorded: GEOMSSYS (SYS, 'parameters', Q) with a Q
%   of the same shape calls no function. Those that decide alone how often a loop runs, what size or
%   index something has, or which way an if goes, are constants, see SYS.derive.frozen; others than
%   these, other texts or handles, are recorded anew.
%
%   SYS.derive has status ('recorded', 'refused', 'waiting': for sizes that the initial values tell,
%   'off'), reason, levels (what need not be given), frozen, untested, operations (of the terms, of
%   their derivatives), seconds.
%
%   Example: a pendulum of length 1
%       sys = geomssys ('mass', eye (2), 'force', @(t,p,v) [0; -9.81], ...
%           'constraint', @(t,p) p'*p - 1, 'derive', 'on');
%       sol = geoms (sys, [0 10], struct ('p', [1; 0]));
%   Example: the same with functions that are called, and all that they need
%       sys = geomssys ('mass', eye (2), 'force', @(t,p,v) [0; -9.81], ...
%           'constraint', @(t,p) p'*p - 1, 'constraintJacobian', @(t,p) 2*p', ...
%           'constraintAcceleration', @(t,p,v) 2*(v'*v), 'derive', 'off');
%   Example: a chain of 30 points by functions that are called and return sparse matrices
%       K = 30;
%       d = @(p) reshape (p, 2, K) - [zeros(2, 1), reshape(p(1:end - 2), 2, K - 1)];
%       i = [1:K, 1:K, 2:K, 2:K];
%       j = [1:2:2*K, 2:2:2*K, 1:2:2*K-2, 2:2:2*K-2];
%       G = @(D) sparse (i, j, 2 * [D(1, :), D(2, :), -D(1, 2:end), -D(2, 2:end)], K, 2*K);
%       sys = geomssys ('mass', ones (2*K, 1), 'force', @(t,p,v) repmat ([0; -9.81], K, 1), ...
%           'constraint', @(t,p) sum (d (p) .^ 2)' - 1, 'constraintJacobian', @(t,p) G (d (p)), ...
%           'constraintAcceleration', @(t,p,v) 2 * sum (d (v) .^ 2)', 'dims', struct ('np', 2*K), ...
%           'derive', 'off');
%       sol = geoms (sys, [0 0.5], struct ('p', reshape ([1:K; zeros(1, K)], [], 1)));
%       [nnz(sys.pattern.B), sol.stats.neomjac / sol.stats.njac]
%   Example: gains of a controller as parameters of an arm
%       arm = geomsaddbody (geomstree ('planar', true), 'arm', 'mass', 1, 'com', [0.5 0], ...
%           'inertia', 1/12);
%       sys = geomssys (arm, 'force', @(t,p,v,q) -q(2) * p - q(3) * v, 'parameters', ...
%           {'arm.mass', 'Kp', 30, 'Kd', 5});
%       soft = geoms (sys, [0 2]);
%       stiff = geoms (geomssys (sys, 'parameters', [1 60 10]), [0 2]);
%       plot (soft.t, soft.p, stiff.t, stiff.p)
%
%   See also GEOMS, GEOMSTREE, GEOMSSET, GEOMSFCN_FORCE, GEOMSFCN_CONSTRAINT, GEOMSFCN_KINEMATICS,
%   GEOMSFCN_NONHOLONOMIC, GEOMSFCN_DYNAMICS, GEOMSFCN_INVARIANT, GEOMSFCN_CONDITION,
%   GEOMSFCN_MODEL, GEOMSFCN_EOM.

if nargin > 0 && tree_is_tree (varargin{1})
    tree_intact (varargin{1});
    sys = tree_system (varargin{:});
elseif nargin > 0 && isstruct (varargin{1})
    sys = changed (varargin{:});
else
    given = sys_parse (varargin);
    sys = sys_describe (given);
    sys.pattern = pattern_off (given, sys.form);
end
if ~strcmp (sys.form, 'tree') && ~sys_derived (sys)
    sys = try_out (sys);
end
sys = sys_mark (sys);
if nargout == 0
    fprintf ('%s', print_system (sys));
    clear sys
end

end

function sys = changed (sys, varargin)
check_system (sys);
if numel (varargin) ~= 2 || ~ischar (varargin{1}) ...
        || ~any (strcmpi (varargin{1}, {'parameters', 'derive'}))
    error ('geoms:system:change', ['Only the parameters of a system can be changed, and whether it is ', ...
        'derived: geomssys (sys, ''parameters'', q), geomssys (sys, ''derive'', ''off''). Describe it ', ...
        'anew for anything else.']);
elseif strcmpi (varargin{1}, 'derive')
    sys = sys_derive_change (sys, varargin{2});
    return
elseif ~sys.has_parameters
    error ('geoms:system:change', ['The system was described without ''parameters''; its ', ...
        'functions do not take any.']);
end
if strcmp (sys.form, 'tree')
    sys = tree_set_parameters (sys, varargin{2});
else
    if ~strcmp (sys.form, 'native')
        need_alike (sys.parameters, varargin{2});
    end
    sys.parameters = varargin{2};
    sys.pattern = pattern_off (struct ('pattern', sys.pattern.wanted), sys.form);
    if ~sys_derived (sys) || ~derive_belongs (sys)
        sys = derive_again (sys);
    end
end
end

% functions that take fields find no others
function need_alike (old, new)
if isstruct (old) ~= isstruct (new)
    kinds = {'numbers', 'a struct'};
    was = 1 + isstruct (old);
    error ('geoms:system:parameters', 'The parameters were %s, and now are %s.', kinds{was}, ...
        kinds{3 - was});
elseif isstruct (old)
    missing = setdiff (fieldnames (old), fieldnames (new));
    if ~isempty (missing)
        error ('geoms:system:parameters', 'The parameters had the field ''%s'', and now have not.', ...
            missing{1});
    end
end
end

% sizes that can be found without a state: a failure of the functions there tells nothing
function sys = try_out (sys)
trial = @(n) 0.5 + 0.25 * sin ((1:n)');
try
    if strcmp (sys.form, 'native')
        sys = sys_measure_native (sys);
    elseif strcmp (sys.form, 'residual')
        sys = sys_measure (sys, 0, trial (sys_unknowns (sys.dims)));
    elseif can_be_tried (sys)
        sys = sys_measure (sys, 0, struct (), trial);
    end
catch e
    if any (strncmp (e.identifier, {'geoms:system:', 'geoms:native:', 'geoms:derive:'}, 13))
        rethrow (e);
    end
end
end

% the sizes of p and z are known; without kinematics that of v is that of p
function yes = can_be_tried (sys)
d = sys.dims;
if isfield (sys.functions, 'model')
    yes = ~isnan (max (d.np, d.nv));
elseif isfield (sys.functions, 'kinematics')
    yes = ~isnan (d.np + d.nr + d.nw + d.ns);
else
    yes = ~isnan (max (d.np, d.nv) + d.nr + d.nw + d.ns);
end
end

%!test # sizes are found by calling
%! sys = geomssys ('mass', eye (2), 'force', @(t,p,v) [0; -9.81], 'constraint', @(t,p) p'*p - 1, ...
%!     'constraintJacobian', @(t,p) 2*p', 'constraintAcceleration', @(t,p,v) 2*(v'*v));
%! assert (sys.dims.nl, 1);
%! assert (sys.index.p, 4:5);
%!test # hidden constraints and derivatives are derived; parameters are inputs
%! if exist ('OCTAVE_VERSION', 'builtin')
%!     sys = geomssys ('mass', eye (2), 'force', @(t,p,v) [0; -9.81], 'constraint', @(t,p,q) ...
%!         p'*p - q.L^2, 'parameters', struct ('L', 1));
%!     other = geomssys (sys, 'parameters', struct ('L', 2));
%!     assert (sys.derive.status, 'recorded');
%!     assert (other.derive.seconds, sys.derive.seconds);
%!     sol = geoms (other, [0 1], struct ('p', [2; 0]));
%!     assert (sol.stats.callbacks, 0);
%! end
%!error <Did you mean 'force'> geomssys ('mass', 1, 'forse', @(t,p,v) -p)
%!error <must return 2 x 1> geomssys ('mass', eye (2), 'force', @(t,p,v) [1 2])
