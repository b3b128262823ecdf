function [yd, ydd, lambda, info] = geomspartition (kind, M, k, q, C, b1, b2, yd, varargin)
%GEOMSPARTITION  Velocities and accelerations that meet constraints, by coordinate partitioning.
%   [YD, YDD, LAMBDA] = GEOMSPARTITION (KIND, M, K, Q, C, B1, B2, YD) solves, for one position of a
%   mechanism with n coordinates y and m constraints,
%
%       M ydd + k = q - C' lambda,     C yd + b1 = 0,     C ydd + b2 = 0
%
%   by leaving n - m independent coordinates: yd = J z + theta, ydd = J z' + gamma with C J = 0, and
%   J' M J z' = J' (q - k - M gamma). KIND says which ones they are:
%     'fixed'   n - m of the coordinates themselves, given or chosen; the others follow from them
%     'qr'      combinations of all coordinates, J an orthonormal basis from C' = [Q1 J] [R; 0]
%     'svd'     the same from the singular value decomposition; the rows of C may depend on each
%               other, LAMBDA is then the one of minimum norm
%     'full'    none: YDD and LAMBDA from [M C'; C 0] at once, YD stays as it is
%   The result does not depend on KIND, but for YD: 'fixed' keeps the independent components of the
%   given YD, 'qr' and 'svd' change YD as little as possible, 'full' not at all.
%
%   M is n x n, or a vector: its diagonal; it need not be regular or symmetric, only J' M J must be
%   regular. C is m x n. K, Q, YD have n values, B1, B2 have m; a single number stands for all of
%   them, [] is 0. In the paper of Neweul-M2 (Kurz, Burkhardt, Eberhard 2011), from which the
%   letters are, LAMBDA has the other sign.
%
%   GEOMSPARTITION (..., 'Name', value, ...), GEOMSPARTITION (..., OPTS) with a struct:
%     Independent   numbers of the n - m independent coordinates, 'fixed' only; []: chosen by QR
%                   with column pivoting
%     RankTol       what is relatively smaller counts as zero; default 1e-12
%
%   [YD, YDD, LAMBDA, INFO] = GEOMSPARTITION (...) also tells
%     J, theta, gamma   n x (n - rank), n x 1, n x 1; [] for 'full'
%     rank              of C
%     condition         of the dependent columns of C ('fixed') or of R ('qr') in the 1-norm, of C
%                       in the 2-norm ('svd'), an estimate for the whole matrix in the 1-norm
%                       ('full')
%     independent       numbers of the independent coordinates; [] for the other kinds
%
%   Example: a slider crank, y = [crank angle; rod angle; slider], driven by a moment of 1
%       r = 0.15; l = 0.3; phi = 0.7; psi = -asin (r / l * sin (phi));
%       M = [0.02 0.01 0.5];
%       C = [-r*sin(phi), -l*sin(psi), -1; r*cos(phi), l*cos(psi), 0];
%       yd = geomspartition ('fixed', M, 0, 0, C, 0, 0, [5; 0; 0], 'Independent', 1);
%       w = yd(1:2).^2;                        % crank and rod turn, C' changes with them
%       b2 = -[r*cos(phi), l*cos(psi); r*sin(phi), l*sin(psi)] * w;
%       [yd, ydd, lambda] = geomspartition ('qr', M, 0, [1; 0; 0], C, 0, b2, yd)
%       C * ydd + b2                           % 0
%
%   See also GEOMSRHS, GEOMSSET, GEOMS.

if nargin < 8
    error ('geoms:arguments:number', ['geomspartition needs 8 arguments, the kind, M, k, q, ', ...
        'C, b1, b2 and yd, not %d.'], nargin);
end
kind = kind_of (kind);
loop = matrices (M, k, q, C, b1, b2, yd);
[loop.independent, loop.tol] = options (kind, size (loop.C), varargin);
found = gate_call ('partition', kind, loop);
if found.status < 0
    refuse (found);
end
yd = found.v;
ydd = found.a;
lambda = found.lambda;
info = struct ('J', found.J, 'theta', found.theta, 'gamma', found.gamma, 'rank', found.rank, ...
    'condition', found.condition, 'independent', find (found.independent));
if strcmp (kind, 'full')
    [info.J, info.theta, info.gamma] = deal ([]);
end
if ~strcmp (kind, 'fixed')
    info.independent = [];
end
if found.rank < size (loop.C, 1)
    warn_contradiction (loop, yd, ydd);
end

end

function kind = kind_of (kind)
kinds = {'fixed', 'qr', 'svd', 'full'};
if ~ischar (kind) || size (kind, 1) ~= 1
    error ('geoms:partition:kind', ['The kind must be one of the words ''fixed'', ''qr'', ', ...
        '''svd'' and ''full'', not a %s.'], class (kind));
end
if ~any (strcmpi (kind, kinds))
    error ('geoms:partition:kind', 'There is no partition of the kind ''%s''. %s', kind, ...
        check_nearest (kind, kinds));
end
kind = lower (kind);
end

% ---- matrices and vectors ----

function loop = matrices (M, k, q, C, b1, b2, yd)
M = check_numbers ('M', M);
k = check_numbers ('k', k);
q = check_numbers ('q', q);
C = check_numbers ('C', C);
yd = check_numbers ('yd', yd);
if isequal (size (C), [0 0])
    C = zeros (0, max ([size(M), numel(k), numel(q), numel(yd)]));
end
[m, n] = size (C);
loop = struct ('M', square (M, n), 'C', C, 'v', column ('yd', yd, n, 'columns'));
loop.f = column ('q', q, n, 'columns') - column ('k', k, n, 'columns');
loop.b1 = column ('b1', check_numbers ('b1', b1), m, 'rows');
loop.b2 = column ('b2', check_numbers ('b2', b2), m, 'rows');
end

function x = check_numbers (name, x)
if ~(isnumeric (x) || islogical (x)) || ~isreal (x)
    kind = class (x);
    if isnumeric (x)
        kind = 'complex number';
    end
    error ('geoms:partition:type', '%s must consist of real numbers; a %s is given.', name, kind);
elseif ndims (x) > 2
    error ('geoms:partition:size', '%s must be a matrix or a vector; it has %d dimensions.', ...
        name, ndims (x));
end
x = double (full (x));
bad = find (~isfinite (x), 1);
if ~isempty (bad)
    [row, column] = ind2sub (size (x), bad);
    error ('geoms:partition:value', '%s(%d,%d) = %g is not finite.', name, row, column, x(bad));
end
end

function M = square (M, n)
if isequal (size (M), [n n])
    return
elseif numel (M) == 1
    M = M * eye (n);
elseif numel (M) == n && any (size (M) == 1)
    M = diag (M);
else
    error ('geoms:partition:size', ['M must be %d x %d, or have %d values for its diagonal, ', ...
        'since C has %d columns; it is %d x %d.'], n, n, n, n, size (M, 1), size (M, 2));
end
end

% n values, from n in a row or column, one, or none
function x = column (name, x, n, what)
if numel (x) == n && (any (size (x) == 1) || n == 0)
    x = reshape (x, n, 1);
elseif numel (x) == 1 || isempty (x)
    x = sum (x(:)) * ones (n, 1);
else
    error ('geoms:partition:size', ['%s must be a vector with %d values, since C has %d %s, ', ...
        'or one number; it is %d x %d.'], name, n, n, what, size (x, 1), size (x, 2));
end
end

% ---- options ----

% independent: n x 1 with 1 for independent coordinates, or []
function [independent, tol] = options (kind, sizes, list)
opts = as_struct (list);
names = fieldnames (opts);
known = {'Independent', 'RankTol'};
independent = [];
tol = 0;
for i = 1:numel (names)
    value = opts.(names{i});
    if ~any (strcmpi (names{i}, known))
        error ('geoms:options:name', 'geomspartition has no option ''%s''. %s', names{i}, ...
            check_nearest (names{i}, known));
    elseif isempty (value) && isnumeric (value)
        continue
    elseif strcmpi (names{i}, 'RankTol')
        tol = tolerance (value);
    else
        independent = choice (kind, sizes(2), sizes(1), value);
    end
end
end

function opts = as_struct (list)
opts = struct ();
if numel (list) == 1 && isstruct (list{1}) && numel (list{1}) == 1
    opts = list{1};
    return
elseif mod (numel (list), 2) ~= 0
    error ('geoms:options:pairs', ['After yd geomspartition takes one struct or pairs of a ', ...
        'name and a value, not %s.'], call_takes (numel (list)));
end
for i = 1:2:numel (list)
    if ~ischar (list{i}) || ~isvarname (list{i})
        error ('geoms:options:name', ['The name of an option must be a word, Independent or ', ...
            'RankTol, not this %s.'], class (list{i}));
    end
    opts.(list{i}) = list{i + 1};
end
end

function tol = tolerance (tol)
if ~isnumeric (tol) || ~isreal (tol) || numel (tol) ~= 1 || ~(tol >= 0 && tol < 1)
    error ('geoms:partition:value', 'RankTol must be one number from 0 to below 1, not %s.', ...
        check_described (tol));
end
tol = double (full (tol));
end

function independent = choice (kind, n, m, list)
if ~strcmp (kind, 'fixed')
    error ('geoms:partition:independent', ['Independent is for the kind ''fixed'' only: ', ...
        '''%s'' finds its own coordinates.'], kind);
end
if ~isnumeric (list) || ~isreal (list) || ~any (size (list) == 1) || ndims (list) > 2
    error ('geoms:partition:independent', ['Independent must be a vector with numbers of ', ...
        'coordinates, not %s.'], check_described (list));
end
list = double (full (list(:)));
bad = find (~(list >= 1 & list <= n & list == fix (list)), 1);
if ~isempty (bad)
    error ('geoms:partition:independent', ['Independent(%d) = %g is not the number of a ', ...
        'coordinate, 1 to %d.'], bad, list(bad), n);
end
independent = zeros (n, 1);
independent(list) = 1;
if sum (independent) ~= numel (list)
    error ('geoms:partition:independent', 'Independent names a coordinate twice: %s.', ...
        strtrim (sprintf ('%d ', list)));
elseif numel (list) ~= n - m
    error ('geoms:partition:independent', ['Independent must have n - m = %d - %d = %d ', ...
        'numbers, it has %d.'], n, m, n - m, numel (list));
end
end

% ---- what went wrong ----

function refuse (found)
remedy = found.remedy;
if strcmp (found.identifier, 'geoms:mass:singular')
    remedy = 'Give it a mass, or another constraint.';
end
error (found.identifier, '%s %s', found.message, remedy);
end

% rows of C that depend on each other, but b1 or b2 do not in the same way
function warn_contradiction (loop, yd, ydd)
terms = {'C yd + b1', yd, loop.b1; 'C ydd + b2', ydd, loop.b2};
for i = 1:2
    x = terms{i, 2};
    b = terms{i, 3};
    relative = abs (loop.C * x + b) ./ max (abs (loop.C) * abs (x) + abs (b), realmin);
    [worst, row] = max (relative);
    if worst > 1e-6
        run_warn ('geoms:partition:contradiction', ['The constraints depend on each other and ', ...
            'contradict each other: %s is not 0 in row %d, %.3g of its terms remains. ', ...
            'The smallest sum of squares is taken; check b1, b2 and C.'], terms{i, 1}, row, worst);
    end
end
end

%!test # all kinds agree, and agree with one linear system
%! M = [3 1 0; 1 2 0.5; 0 0.5 4]; C = [1 -1 2]; q = [1; 0; 2];
%! x = [M, C'; C, 0] \ [q - 0.5; 0.3];
%! for kind = {'fixed', 'qr', 'svd', 'full'}
%!     [yd, ydd, lambda] = geomspartition (kind{1}, M, 0.5, q, C, 0, -0.3, [1; 1; 0]);
%!     assert (ydd, x(1:3), 1e-14);
%!     assert (lambda, x(4), 1e-14);
%! end
%!test # velocities: given coordinates are kept, or the change is the smallest
%! yd = geomspartition ('fixed', 1, 0, 0, [3 4], -25, 0, [3; 0], 'Independent', 1);
%! assert (yd, [3; 4], 1e-14);
%! yd = geomspartition ('qr', 1, 0, 0, [3 4], -25, 0, [0; 0]);
%! assert (yd, [3; 4], 1e-14);
%!error <Did you mean 'fixed'> geomspartition ('fxied', 1, 0, 0, 1, 0, 0, 0)
%!error <rank is 1> geomspartition ('qr', 1, 0, 0, [1 1; 2 2], 0, 0, 0)
