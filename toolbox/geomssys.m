function sys = geomssys (varargin)
%GEOMSSYS  Describes a constrained mechanical system.
%   SYS = GEOMSSYS ('Name', value, ...) describes the system
%
%       p' = v,    M v' = f - G' lambda,    0 = g (t, p),    G = dg/dp
%
%   for GEOMS and checks it. Mind the sign of G' lambda. Names may be written in any case.
%
%   Mechanical form, p is np x 1, v is np x 1, g is nl x 1:
%     'mass'                     M: matrix (constant), vector (its diagonal) or @(t,p); regular
%     'force'                    f: @(t,p,v), np x 1
%     'constraint'               g: @(t,p), nl x 1; leave out all of these if there is none
%     'constraintJacobian'       G: @(t,p), nl x np
%     'constraintVelocity'       the full gI = dg/dt along the motion: @(t,p,v), nl x 1; may be left
%                                out if g does not depend on t (it is then G v)
%     'constraintAcceleration'   the part of gII = d2g/dt2 without G v': @(t,p,v), nl x 1
%     'model'                    instead of the above one function @(t,p,v) that returns a struct
%                                with the fields M, f, g, G, gI, gIIpart
%   Each function may take one more argument z, a struct with the field lambda.
%
%   Residual form (the manual of GEOMS), x = [w; lambda; mu; r; v; s; p]:
%     'dims'     struct with np, nv, nr, nw, ns, nl, nm, ni, nc; what is missing is 0, nv is np
%     'eom'      the reduced derivative array rda: @(t,x),
%                [d; gII; hI; gI; h; e; c; g; b; fdyn; fkin]; gII and hI may be left out for
%                Formulation 'psi1'
%     'mass'     M: matrix, vector (its diagonal) or @(t,x); may be left out if it is the identity
%     'jac'      J = + d rda / dx: @(t,x); the manual's subroutine JAC returns the negative of it.
%                May be left out; J then comes from difference quotients
%     'ivcond'   additional conditions on the initial values: @(t,x), nc x 1; GEOMS does not use
%                them yet and says so
%
%   Both forms:
%     'vectorized'   true: functions are called for k points at once, t is 1 x k, vectors are n x k,
%                    matrices r x c x k (r x c if they are constant). Much faster. 'jac' and
%                    'ivcond' are still called for one point
%     'autonomous'   true: nothing depends on t
%     'parameters'   q, a vector or struct: every function may then take q as its last argument
%     'names'        names of the unknowns, struct with cells of texts: struct ('p', {{'x', 'y'}})
%     'dims'         in the mechanical form: np and nl, where they cannot be found by calling
%
%   SYS = GEOMSSYS (SYS, 'parameters', Q) changes the parameters and nothing else.
%
%   SYS is a struct; SYS.index.p, SYS.index.v, ... are the rows of the unknowns in sol.y (as soon as
%   the sizes are known), SYS.dims the sizes.
%
%   Functions are given as handles or names. Each is called once to check the size of what it
%   returns; GEOMS compares every level of the constraints with difference quotients of the level
%   below.
%
%   Example: a pendulum of length 1
%       sys = geomssys ('mass', eye (2), 'force', @(t,p,v) [0; -9.81], ...
%           'constraint', @(t,p) p'*p - 1, 'constraintJacobian', @(t,p) 2*p', ...
%           'constraintAcceleration', @(t,p,v) 2*(v'*v));
%       sol = geoms (sys, [0 10], struct ('p', [1; 0]));
%
%   See also GEOMS, GEOMSSET, GEOMSFCN_FORCE, GEOMSFCN_CONSTRAINT, GEOMSFCN_MODEL, GEOMSFCN_EOM.

if nargin > 0 && isstruct (varargin{1})
    sys = change_parameters (varargin{:});
else
    sys = describe (geoms_parsesystem (varargin));
end
sys = try_out (sys);

end

function sys = describe (given)
sys = struct ('type', 'geomssys', 'form', geoms_form (given), 'dims', [], 'index', [], ...
    'functions', struct (), 'extra', struct (), 'mass', [], 'parameters', [], ...
    'vectorized', false, 'autonomous', false, 'names', [], 'reduced', false, 'terms', {{}});
if ~isfield (given, 'dims')
    given.dims = struct ();
end
sys.dims = geoms_dims (given.dims, sys.form);
sys.has_parameters = isfield (given, 'parameters');
roles = geoms_roles ();
for role = roles(ismember ({roles.name}, fieldnames (given)))'
    sys = take (sys, role, given.(role.name));
end
if ~isempty (sys.mass) && strcmp (sys.form, 'mechanical') && isnan (sys.dims.np)
    sys.dims.np = size (sys.mass, 1);
    sys.dims.nv = sys.dims.np;
end
end

% one name and its value
function sys = take (sys, role, value)
is_matrix = strcmp (role.value, 'mass') && (isnumeric (value) || islogical (value));
if is_matrix
    sys.mass = geoms_massmatrix (value, sys.form);
elseif any (strcmp (role.value, {'mass', 'function'}))
    [sys.functions.(role.name), sys.extra.(role.name)] = ...
        geoms_function (role.name, value, role.(sys.form), sys.has_parameters);
elseif strcmp (role.value, 'switch')
    if numel (value) ~= 1 || ~(islogical (value) || isequal (value, 0) || isequal (value, 1))
        error ('geoms:system:type', '''%s'' must be true or false.', role.name);
    end
    sys.(role.name) = logical (value);
elseif strcmp (role.value, 'names') && ~isstruct (value)
    error ('geoms:system:type', '''names'' must be a struct with fields like p, lambda.');
elseif ~strcmp (role.value, 'dims')
    sys.(role.name) = value;
end
end

function sys = change_parameters (sys, varargin)
geoms_needsystem (sys);
if numel (varargin) ~= 2 || ~ischar (varargin{1}) || ~strcmpi (varargin{1}, 'parameters')
    error ('geoms:system:change', ['Only the parameters of a system can be changed: ', ...
        'geomssys (sys, ''parameters'', q). Describe it anew for anything else.']);
end
if ~sys.has_parameters
    error ('geoms:system:change', ['The system was described without ''parameters''; its ', ...
        'functions do not take any.']);
end
sys.parameters = varargin{2};
end

% sizes that can be found without a state: a failure of the functions there tells nothing
function sys = try_out (sys)
try
    if strcmp (sys.form, 'residual')
        n = geoms_unknowns (sys.dims);
        sys = geoms_measure (sys, 0, 0.5 + 0.25 * sin (1:n)');
    elseif ~isnan (sys.dims.np)
        i = (1:sys.dims.np)';
        sys = geoms_measure (sys, 0, 0.5 + 0.25 * sin (i), 0.5 + 0.25 * cos (i));
    end
catch e
    if strncmp (e.identifier, 'geoms:system:', 13)
        rethrow (e);
    end
end
end

%!test # sizes are found by calling
%! sys = geomssys ('mass', eye (2), 'force', @(t,p,v) [0; -9.81], 'constraint', @(t,p) p'*p - 1, ...
%!     'constraintJacobian', @(t,p) 2*p', 'constraintAcceleration', @(t,p,v) 2*(v'*v));
%! assert (sys.dims.nl, 1);
%! assert (sys.index.p, 4:5);
%!error <Did you mean 'force'> geomssys ('mass', 1, 'forse', @(t,p,v) -p)
%!error <must return 2 x 1> geomssys ('mass', eye (2), 'force', @(t,p,v) [1 2])
