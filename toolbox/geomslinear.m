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
%     Gt, Gtt, Zt   derivatives of G and Z by time. Where G or Z is a function and they are not given
%               they are derived, by extrapolated differences (16 calls of G in each evaluation and
%               about 9 correct digits): give them where you have them
%     names     names of the components, as in GEOMSSYS
%
%   Hidden constraints are made of them: G Z v + Gt p = 0, and (25e) of Steinbrecher (2002). That is the
%   system (22) of that paper; GEOMSREDUCE gives its strangeness-free form (25) with the selectors of
%   Algorithm 13.
%
%   Example: two masses on springs whose sum of positions is held at zero by a rod that turns
%       sys = geomslinear ('M', eye (2), 'C', -diag ([1, 4]), 'G', @(t) [cos(t), sin(t)], ...
%           'Gt', @(t) [-sin(t), cos(t)], 'Gtt', @(t) -[cos(t), sin(t)]);
%       sol = geoms (sys, [0 10], struct ('p', [0; 1], 'v', [-1; 0]));
%       max (sol.residual.relative, [], 2)     % g, gI, gII: rounding
%
%   See also GEOMSSYS, GEOMSREDUCE, GEOMS.

q = matrices (varargin);
dims = struct ('np', q.np, 'nv', q.nv, 'nl', q.nl);
given = {'mass', on_time(q.M), 'force', @(t, p, v) q.C(t) * p + q.D(t) * v + q.f(t), 'dims', dims};
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
words = {'M', 'C', 'D', 'f', 'G', 'Z', 'Gt', 'Gtt', 'Zt', 'names'};
given = geoms_pairs (list, words, 'geomslinear');
if ~isfield (given, 'M')
    error ('geoms:linear:missing', 'geomslinear needs the mass matrix M.');
end
q.names = [];
if isfield (given, 'names')
    q.names = given.names;
end
q.M = given.M;
q.nv = size (value_of (given, 'M', []), 1);
q.moves = isfield (given, 'Z');
Z = value_of (given, 'Z', eye (q.nv));
q.np = size (Z, 1);
q.nl = size (value_of (given, 'G', zeros (0, q.np)), 1);
expected = struct ('M', [q.nv, q.nv], 'C', [q.nv, q.np], 'D', [q.nv, q.nv], 'f', [q.nv, 1], ...
    'G', [q.nl, q.np], 'Z', [q.np, q.nv], 'Gt', [q.nl, q.np], 'Gtt', [q.nl, q.np], 'Zt', [q.np, q.nv]);
for word = words(2:9)
    name = word{1};
    q.(name) = as_function (given, name, expected.(name));
end
need_size (given, 'M', expected.M);
if q.moves && isempty (Z)
    error ('geoms:linear:size', 'Z must not be empty.');
end
end

% the value at t = 0, or the standard
function A = value_of (given, name, standard)
A = standard;
if isfield (given, name)
    A = given.(name);
end
if isa (A, 'function_handle')
    A = A(0);
end
if ~(isnumeric (A) && isreal (A) && ndims (A) == 2)
    error ('geoms:linear:value', '%s must be a real matrix, or a function @(t) that returns one.', ...
        name);
end
end

function need_size (given, name, expected)
A = value_of (given, name, zeros (expected));
if ~isequal (size (A), expected)
    error ('geoms:linear:size', '%s must be %d x %d, it is %d x %d.', name, expected, size (A, 1), ...
        size (A, 2));
end
end

function fun = as_function (given, name, expected)
need_size (given, name, expected);
base = name(1); % a derivative is that of this one
if isfield (given, name) && isa (given.(name), 'function_handle')
    fun = given.(name);
elseif isfield (given, name)
    A = full (double (given.(name)));
    fun = @(t) A;
elseif numel (name) > 1 && isfield (given, base) && isa (given.(base), 'function_handle')
    of = given.(base);
    order = numel (name) - 1;
    fun = @(t) geoms_ridders (of, t, order);
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
