function sys = geomslinear (varargin)
%GEOMSLINEAR  A linear mechanical system with matrices that may depend on time.
%   SYS = GEOMSLINEAR ('Name', value, ...) describes, for GEOMS and all other functions,
%
%       p' = Z v,   M v' = C p + D v + f - Z' G' lambda,   0 = G p
%
%   with these names, each a matrix or a function @(t) that returns one:
%     M         mass matrix, nv x nv; needed
%     C, D      stiffness and damping, nv x np and nv x nv, both with the sign of a force; default 0
%     f         force, nv x 1; default 0
%     G         constraints, nl x np; default: none
%     Z         kinematics, np x nv; default: p' = v
%     Gt, Gtt, Zt   first and second derivative of G, first of Z, by time. Where G or Z is a function
%               and they are not given they are derived by extrapolated differences, to 8 digits or more
%               where t times the fastest frequency stays below 1e4, with 10 to 40 calls of G for each:
%               runs take ten to thirty times as long. G must be smooth: a difference that meets a jump or
%               a bend is an error, but a run does not see those between its steps. Give them where you
%               have them
%     names     names of the components, as in GEOMSSYS
%   Names may be written in any case. Functions are called at t = 0, too, where their sizes are seen.
%
%   Hidden constraints are made of them: G Z v + Gt p = 0, and (25e) of Steinbrecher (2002). This is the
%   system (22) of that paper with a force f besides; GEOMSREDUCE gives its strangeness-free form (25)
%   with the selectors of Algorithm 13.
%
%   Example: a mass on two springs, in a slot that turns
%       sys = geomslinear ('M', eye (2), 'C', -diag ([1, 4]), 'G', @(t) [cos(t), sin(t)], ...
%           'Gt', @(t) [-sin(t), cos(t)], 'Gtt', @(t) -[cos(t), sin(t)]);
%       sol = geoms (sys, [0 10], struct ('p', [0; 1], 'v', [-1; 0]));
%       max (sol.residual.relative, [], 2)     % g, gI, gII: rounding
%
%   See also GEOMSSYS, GEOMSREDUCE, GEOMS.

q = matrices (varargin);
dims = struct ('np', q.np, 'nv', q.nv, 'nl', q.nl);
given = {'mass', on_time(q.M), 'force', @(t, p, v) q.C(t) * p + q.D(t) * v + q.f(t), 'dims', dims, ...
    'autonomous', q.autonomous};
if q.moves
    given = [given, {'kinematics', @(t, p) q.Z(t)}];
end
if q.nl > 0
    given = [given, {'constraint', @(t, p) q.G(t) * p, 'constraintJacobian', @(t, p) q.G(t), ...
        'constraintVelocity', @(t, p, v) q.G(t) * (q.Z(t) * v) + q.Gt(t) * p, ...
        'constraintAcceleration', @(t, p, v) (2 * q.Gt(t) * q.Z(t) + q.G(t) * q.Zt(t)) * v + ...
        q.Gtt(t) * p}];
end
if ~isempty (q.names)
    given = [given, {'names', q.names}];
end
sys = geomssys (given{:});

end

% of a constant mass matrix itself
function mass = on_time (M)
if isnumeric (M)
    mass = M;
else
    mass = @(t, p) M(t);
end
end

% all of them as functions of t, but M, which stays a matrix if it is one
function q = matrices (list)
words = {'M', 'C', 'D', 'f', 'G', 'Z', 'Gt', 'Gtt', 'Zt'};
given = opt_pairs (list, [words, {'names'}], 'geomslinear');
if ~isfield (given, 'M')
    error ('geoms:linear:missing', 'geomslinear needs the mass matrix M.');
end
for of = {'G', 'Gt'; 'G', 'Gtt'; 'Z', 'Zt'}'
    if isfield (given, of{2}) && ~isfield (given, of{1})
        error ('geoms:linear:missing', '%s is a derivative of %s, which is not given.', of{2}, of{1});
    end
end
q = struct ('names', [], 'moves', isfield (given, 'Z'));
if isfield (given, 'names')
    q.names = given.names;
    given = rmfield (given, 'names');
end
q.autonomous = ~any (structfun (@(A) isa (A, 'function_handle'), given));
q.nv = size (value_of (given, 'M', []), 1);
q.np = size (value_of (given, 'Z', eye (q.nv)), 1);
q.nl = size (value_of (given, 'G', zeros (0, q.np)), 1);
if q.nv == 0 || q.np == 0
    error ('geoms:linear:size', 'M and Z must not be empty.');
end
expected = struct ('M', [q.nv, q.nv], 'C', [q.nv, q.np], 'D', [q.nv, q.nv], 'f', [q.nv, 1], ...
    'G', [q.nl, q.np], 'Z', [q.np, q.nv], 'Gt', [q.nl, q.np], 'Gtt', [q.nl, q.np], 'Zt', [q.np, q.nv]);
for word = words
    name = word{1};
    check_matrix_size (value_of (given, name, zeros (expected.(name))), name, expected.(name), '');
    q.(name) = as_function (given, name, expected.(name));
end
if isnumeric (given.M)
    q.M = q.M(0);
end
end

% the value at t = 0, or the standard
function A = value_of (given, name, standard)
A = standard;
if isfield (given, name)
    A = given.(name);
end
if isa (A, 'function_handle')
    check_one_argument (A, name);
    try
        A = A(0);
    catch e
        call_no_value (e, mfilename (), 'geoms:linear:value', name);
    end
end
check_matrix (A, name, '');
if isfield (given, name) && isnumeric (given.(name)) && ~all (isfinite (full (A(:))))
    [i, j] = find (~isfinite (full (A)), 1);
    error ('geoms:linear:value', '%s(%d,%d) is %g; it must be finite.', name, i, j, full (A(i, j)));
end
end

% of functions whose arguments can be counted
function check_one_argument (fcn, name)
count = 1;
try
    count = nargin (fcn);
catch e %#ok<NASGU>
end
if count == 0 || count > 1
    error ('geoms:linear:arity', '%s takes %s; it must be a function @(t) of the time alone.', ...
        name, call_takes (count));
end
end

function check_matrix (A, name, where)
if ~(isnumeric (A) && isreal (A) && ndims (A) == 2)
    error ('geoms:linear:value', '%s must be a real matrix, or a function @(t) that returns one%s.', ...
        name, strrep (where, ' at', ', also at'));
end
end

function check_matrix_size (A, name, expected, where)
if ~isequal (size (A), expected)
    error ('geoms:linear:size', '%s must be %d x %d, it is %d x %d%s.', name, expected, size (A, 1), ...
        size (A, 2), where);
end
end

% a derivative that is not given is that of the matrix it belongs to: of Gt, if that is given
function fun = as_function (given, name, expected)
of = name(1);
if strcmp (name, 'Gtt') && isfield (given, 'Gt')
    of = 'Gt';
end
if isfield (given, name)
    fun = of_given (given, name, expected);
elseif isfield (given, of) && isa (given.(of), 'function_handle')
    base = of_given (given, of, expected);
    fun = @(t) derived (base, name, of, t);
else
    A = standard_of (name, expected);
    fun = @(t) A;
end
end

function A = standard_of (name, expected)
A = zeros (expected);
if strcmp (name, 'Z')
    A = eye (expected);
end
end

function fun = of_given (given, name, expected)
if isa (given.(name), 'function_handle')
    user = given.(name);
    fun = @(t) checked (user (t), name, expected, t);
else
    A = full (double (given.(name)));
    fun = @(t) A;
end
end

function A = checked (A, name, expected, t)
if size (A, 1) ~= expected(1) || size (A, 2) ~= expected(2) || ~isa (A, 'double') || ~isreal (A) ...
        || issparse (A) || ndims (A) > 2
    where = sprintf (' at t = %.10g', t);
    check_matrix (A, name, where);
    check_matrix_size (A, name, expected, where);
    A = full (double (A));
end
end

function D = derived (fun, name, of, t)
[D, found] = diff_ridders (fun, t, numel (name) - numel (of));
if ~found
    error ('geoms:linear:derivative', ['The derivative of %s by time cannot be found by differences ', ...
        'at t = %.10g: %s jumps or bends there, or has no values beside it. Give %s.'], of, t, of, name);
end
end

%!test # derivatives that are derived
%! G = @(t) [cos(3*t), sin(3*t)];
%! a = geomslinear ('M', eye (2), 'C', -eye (2), 'G', G);
%! b = geomslinear ('M', eye (2), 'C', -eye (2), 'G', G, 'Gt', @(t) 3*[-sin(3*t), cos(3*t)], ...
%!     'Gtt', @(t) -9*[cos(3*t), sin(3*t)]);
%! x0 = struct ('p', [0; 1], 'v', [-3; 0]);
%! derived = geoms (a, [0 1], x0);
%! given = geoms (b, [0 1], x0);
%! assert (derived.y(:, end), given.y(:, end), 1e-5);
%!error <needs the mass matrix> geomslinear ('C', 1)
