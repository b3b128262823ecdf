function [passed, failed] = test_pattern ()
%TEST_PATTERN  Functions that return sparse matrices: entries are found, kept and told; runs make the
%   same steps as with full matrices, from fewer evaluations.

cases = {
    'entries are found where a function returns a sparse matrix', @found
    'the same motion as with full matrices, from fewer evaluations', @same_motion
    'vectorized: matrices side by side, or one for all points', @vectorized
    'model, kinematics, a mass matrix that varies', @more_matrices
    'every kind of unknown', @every_kind
    'entries that are told', @told
    'an entry that was not seen is an error that names it', @unseen
    'other parameters have other entries', @parameters
    'terms, initial values, later runs', @elsewhere
    'recorded systems need none', @recorded
    'masses that are not positive are refused by sparse matrices, too', @masses
    'starts of psi1 by sparse matrices have their multipliers; dense runs stay dense', @first_multipliers
    'a row of zeros is redundant, by sparse matrices, too', @zeros_row
    'what is not taken', @refused
    'entries beside the diagonal are no entries of masses', @diagonals
    'odeset''s JPattern is told where it belongs', @odeset_fields};
[passed, failed] = geoms_suite ('pattern', cases);

end

% ---- a chain of K points that is called ----

function [list, x0] = chain (K)
list = {'mass', ones(2 * K, 1), 'force', @(t,p,v) repmat([0; -9.81], K, 1), 'constraint', @rods, ...
    'constraintJacobian', @(t,p) slopes(p), 'constraintAcceleration', @(t,p,v) 2 * rods2(v), ...
    'derive', 'off', 'dims', struct('np', 2 * K)};
x0 = struct ('p', reshape ([1:K; zeros(1, K)], [], 1));
end

function d = differences (p)
d = reshape (p, 2, []) - [zeros(2, 1), reshape(p(1:end - 2), 2, [])];
end

function y = rods (t, p)
y = sum (differences (p) .^ 2, 1)' - 1;
end

function y = rods2 (v)
y = sum (differences (v) .^ 2, 1)';
end

function G = slopes (p)
K = numel (p) / 2;
d = 2 * differences (p);
i = [1:K, 1:K, 2:K, 2:K];
j = [1:2:2 * K, 2:2:2 * K, 1:2:2 * K - 2, 2:2:2 * K - 2];
G = sparse (i, j, [d(1, :), d(2, :), -d(1, 2:end), -d(2, 2:end)], K, 2 * K);
end

% ---- cases ----

% of the start; of the motion, where they become negative at t = 0.1
function masses ()
m = ones (30, 1);
m(30) = -1;
sys = geomssys ('mass', m, 'force', @(t,p,v) -p, 'dims', struct ('np', 30));
check_error ('geoms:mass:indefinite', @() geoms (sys, [0 1], struct ('p', ones (30, 1))));
sys = geomssys ('mass', @(t,p) speye (30) * (1 - 2 * (t > 0.1)), 'force', @(t,p,v) -p, ...
    'dims', struct ('np', 30), 'derive', 'off');
before = warning ('off', 'all');
restore = onCleanup (@() warning (before)); %#ok<NASGU>
sol = geoms (sys, [0 1], struct ('p', ones (30, 1)), 'LinearSolver', 'sparse');
check (strcmp (sol.info.linearSolver, 'sparse') && strcmp (sol.info.status, 'failed'));
check (any (strfind (sol.info.message, 'mass matrix is not positive')), '%s', sol.info.message);
end

function first_multipliers ()
sys = geomssys ('mass', eye (2), 'force', @(t,p,v) [0; -9.81], 'constraint', @(t,p) p' * p - 1);
sol = geoms (sys, [0 1], struct ('p', [0.6; -0.8]), 'Formulation', 'psi1', 'LinearSolver', 'sparse');
check (strcmp (sol.info.linearSolver, 'sparse'));
check_close (sol.lambda(1), 0.4 * 9.81, 1e-12);
check (sol.residual.relative(3, 1) < 1e-12);
dense = geoms (sys, [0 1], struct ('p', [0.6; -0.8]));
more = geomsextend (dense, sys, 2, 'LinearSolver', 'sparse');
check (strcmp (more.info.linearSolver, 'dense') && ~isempty (strfind (more.info.notSparse, 'continued')));
end

function zeros_row ()
K = 14;
sys = geomssys ('mass', ones (2 * K, 1), 'force', @(t,p,v) repmat([0; -9.81], K, 1), ...
    'constraint', @(t,p) [rods(t, p); 0 * sin(p(1)) * p(2)]);
x0 = struct ('p', reshape ([1:K; zeros(1, K)], [], 1));
before = warning ('off', 'all');
restore = onCleanup (@() warning (before)); %#ok<NASGU>
a = geoms (sys, [0 1], x0, 'LinearSolver', 'dense', 'AbsTol', 1e-6);
b = geoms (sys, [0 1], x0, 'LinearSolver', 'sparse', 'AbsTol', 1e-6);
check (strcmp (b.info.linearSolver, 'sparse') && isempty (b.info.notSparse));
check (isequal (b.info.redundant.rows, {'gII(15)', 'gI(15)', 'g(15)'}));
check (a.stats.nsteps == b.stats.nsteps);
check_close (b.y(:, end), a.y(:, end), 1e-10);
check (all (b.lambda(K + 1, :) == 0));
check (max (b.residual.relative(:)) < 1e-12);
end

function found ()
K = 14;
list = chain (K);
sys = geomssys (list{:});
check (strcmp (sys.pattern.status, 'found'));
check (isequal (sys.pattern.M, speye (2 * K)));
check (nnz (sys.pattern.G) == 4 * K - 2);
check (sys.pattern.evaluations < 300);
row = sys_rows_of (K);
B = sys.pattern.B;
check (isequal (size (B), [7 * K, 5 * K]));
check (isequal (B(row.g, sys.index.p), sys.pattern.G));
check (isequal (B(row.f, sys.index.lambda), sys.pattern.G'));
check (isequal (B(row.kin, sys.index.v), speye (2 * K)));
check (nnz (B(row.f, sys.index.v)) == 0);
full_ones = with (list, 'constraintJacobian', @(t,p) full (slopes (p)));
sys = geomssys (full_ones{:});
check (strcmp (sys.pattern.status, 'off') && isempty (sys.pattern.B));
few = chain (3);    % so few need none
sys = geomssys (few{:});
check (strcmp (sys.pattern.status, 'off'));
sys = geomssys (list{:}, 'pattern', 'off');
check (strcmp (sys.pattern.status, 'off'));
end

function row = sys_rows_of (K)
row = struct ('g', 2 * K + (1:K), 'f', 3 * K + (1:2 * K), 'kin', 5 * K + (1:2 * K));
end

function list = with (list, name, value)
list{2 * find(strcmp (list(1:2:end), name))} = value;
end

function same_motion ()
K = 14;
[list, x0] = chain (K);
sys = geomssys (list{:});
off = geomssys (list{:}, 'pattern', 'off');
for formulation = {'psf', 'psi1', 'index2', 'index1', 'ggl'}
    opts = geomsset ('Formulation', formulation{1});
    a = geoms (sys, [0 0.15], x0, opts, 'LinearSolver', 'dense');
    b = geoms (off, [0 0.15], x0, opts);
    check_close (a.p(:, end), b.p(:, end), 1e-5);
    check (abs (a.stats.naccpt - b.stats.naccpt) <= 2);
    % sparse matrices: the same where AbsTol of multipliers is given, which the run measures else
    tight = geomsset (opts, 'AbsTol', 1e-6);
    a = geoms (sys, [0 0.15], x0, tight);
    b = geoms (sys, [0 0.15], x0, tight, 'LinearSolver', 'dense');
    check (strcmp (b.info.linearSolver, 'dense'));
    check_close (a.p(:, end), b.p(:, end), 1e-7);
    check (abs (a.stats.naccpt - b.stats.naccpt) <= 1);
end
opts = geomsset ('Formulation', 'psf');
a = geoms (sys, [0 0.4], x0, opts);
b = geoms (off, [0 0.4], x0, opts);
check (max (a.residual.relative(:)) < 1e-12);
check (a.stats.neomjac < 12 * a.stats.njac);
check (b.stats.neomjac > 40 * b.stats.njac);
end

function vectorized ()
K = 12;
[list, x0] = chain (K);
each = @(fcn, x) cell2mat (cellfun (fcn, num2cell (x, 1), 'UniformOutput', false));
list = with (list, 'force', @(t,p,v) repmat ([0; -9.81], K, numel (t)));
list = with (list, 'constraint', @(t,p) each (@(p) rods (0, p), p));
list = with (list, 'constraintAcceleration', @(t,p,v) each (@(v) 2 * rods2 (v), v));
beside = with (list, 'constraintJacobian', @(t,p) side_by_side (p));
beside = with (beside, 'mass', @(t,p) speye (2 * K));    % one for all points
sys = geomssys (beside{:}, 'vectorized', true);
check (strcmp (sys.pattern.status, 'found'));
a = geoms (sys, [0 0.2], x0);
alone = chain (K);
b = geoms (geomssys (alone{:}), [0 0.2], x0);
check_close (a.p(:, end), b.p(:, end), 1e-9);
end

function G = side_by_side (p)
G = cell (1, size (p, 2));
for k = 1:numel (G)
    G{k} = slopes (p(:, k));
end
G = horzcat (G{:});
end

% a mass that varies, p' = Z v, all from one function
function more_matrices ()
n = 24;
Z = 2 * speye (n);
f = @(p, v) -p - 0.1 * v + [0; v(1:end - 1)];
G = @(p) sparse ([1 1 2 2], [1 2 11 12], 2 * p([1 2 11 12]), 2, n);
g = @(p) [p(1)^2 + p(2)^2 - 1; p(11)^2 + p(12)^2 - 1];
part = @(v) 8 * [v(1)^2 + v(2)^2; v(11)^2 + v(12)^2];
M = @(p) spdiags ([0.1 * ones(n, 1), 2 + sin(p), 0.1 * ones(n, 1)], -1:1, n, n);
model = @(t, p, v) struct ('M', M(p), 'Z', Z, 'f', f (p, v), 'g', g (p), 'G', G (p), 'gIIpart', part (v));
sys = geomssys ('model', model, 'dims', struct ('np', n, 'nv', n), 'derive', 'off');
check (strcmp (sys.pattern.status, 'found'));
check (isequal (sys.pattern.Z, speye (n)) && nnz (sys.pattern.M) == 3 * n - 2);
x0 = struct ('p', [1; 0; (3:10)' / 20; 1; 0; (13:n)' / 20], 'v', zeros (n, 1));
off = geomssys ('model', model, 'dims', struct ('np', n, 'nv', n), 'derive', 'off', 'pattern', 'off');
a = geoms (sys, [0 0.5], x0);
b = geoms (off, [0 0.5], x0);
check_close (a.y(:, end), b.y(:, end), 1e-5);
single = geomssys ('mass', @(t,p) M(p), 'kinematics', @(t,p) Z, 'force', @(t,p,v) f (p, v), ...
    'constraint', @(t,p) g (p), 'constraintJacobian', @(t,p) G (p), 'constraintAcceleration', ...
    @(t,p,v) part (v), 'dims', struct ('np', n, 'nv', n), 'derive', 'off');
c = geoms (single, [0 0.5], x0);
check_close (a.y, c.y, 1e-12);
check (isequal (single.pattern.B, sys.pattern.B));
end

% the skate with an entry that is told, so that all are looked for
function every_kind ()
[sys, x0] = skate ('plain');
list = {};
for name = fieldnames (sys.functions)'
    list = [list, name, {sys.functions.(name{1})}]; %#ok<AGROW>
end
if ~isempty (sys.mass)
    list = [list, {'mass', sys.mass}];
end
called = {'derive', 'off', 'dims', struct('np', 6, 'nv', 5, 'nr', 4, 'nw', 3, 'ns', 1), 'parameters', ...
    sys.parameters};
called = called(1:4 + 2 * sys.has_parameters);
a = geoms (geomssys (list{:}, called{:}, 'pattern', struct ()), [0 0.2], x0);
told = geomssys (list{:}, called{:}, 'pattern', struct ('M', eye (5)));
check (strcmp (told.pattern.status, 'found'));
b = geoms (told, [0 0.2], x0);
check_close (a.y(:, end), b.y(:, end), 1e-5);
check (max (b.residual.relative(:)) < 1e-12);
end

% a spring to the ground that touches later: where it is open at all states nothing shows
function told ()
[list, x0] = bouncing ();
sys = geomssys (list{:});
check (sys.pattern.B(3 * 13 + 26, sys.index.v(26)) == 0);
f = sparse (26, sys.index.v(26), 1, 26, 65);
sys = geomssys (list{:}, 'pattern', struct ('f', f));
check (sys.pattern.B(3 * 13 + 26, sys.index.v(26)) == 1);
a = geoms (sys, [0 0.3], x0);
b = geoms (geomssys (list{:}, 'pattern', 'off'), [0 0.3], x0);
check_close (a.p(:, end), b.p(:, end), 1e-5);
end

function [list, x0] = bouncing ()
K = 13;
[list, x0] = chain (K);
push = @(p, v) [zeros(2 * K - 1, 1); (p(end) < -30) * (-1e3 * (p(end) + 30) - 5 * v(end))];
list = with (list, 'force', @(t,p,v) repmat ([0; -9.81], K, 1) + push (p, v));
end

function unseen ()
K = 12;
[list, x0] = chain (K);
later = @(t, p) slopes (p) + (t > 0.1) * sparse (1, 2 * K, 1e-30, K, 2 * K);
list = with (list, 'constraintJacobian', later);
sys = geomssys (list{:});
check_error ('geoms:callback:pattern', @() geoms (sys, [0 0.4], x0));
try
    geoms (sys, [0 0.4], x0);
catch e
    check (~isempty (strfind (e.message, 'constraintJacobian has an entry (1,24)')));
end
sys = geomssys (list{:}, 'pattern', struct ('G', sparse (1, 2 * K, 1, K, 2 * K)));
sol = geoms (sys, [0 0.2], x0);
check (sol.t(end) == 0.2);
end

function parameters ()
n = 24;
list = {'mass', ones(n, 1), 'force', @(t,p,v,q) -p - q * [v(2:end); 0], 'constraint', ...
    @(t,p,q) p(1)^2 + p(2)^2 - 1, 'constraintJacobian', ...
    @(t,p,q) sparse([1 1], [1 2], 2 * p(1:2), 1, n), 'constraintAcceleration', ...
    @(t,p,v,q) 2 * (v(1)^2 + v(2)^2), 'derive', 'off', 'parameters', 0};
sys = geomssys (list{:});
other = geomssys (sys, 'parameters', 0.5);
rows = 3 + (1:n);
check (nnz (sys.pattern.B(rows, sys.index.v)) == 0);
check (nnz (other.pattern.B(rows, other.index.v)) == n - 1);
end

function elsewhere ()
[list, x0] = chain (12);
sys = geomssys (list{:});
off = geomssys (list{:}, 'pattern', 'off');
x = struct ('p', x0.p + 0.01 * sin (1:24)');
a = geomsterms (sys, 0, x);
b = geomsterms (off, 0, x);
check_close (a.G, b.G, 1e-12);
check_close (a.gIIpart, b.gIIpart, 1e-12);
one = geomsinit (sys, 0, x);
other = geomsinit (off, 0, x);
check_close (one.p, other.p, 1e-9);
whole = geoms (sys, [0 0.2 0.4], x0);
half = geoms (sys, [0 0.2], x0);
file = [tempname(), '.mat'];
save ('-v7', file, 'half');    % what is saved goes on with the same bits
kept = load (file);
delete (file);
more = geomsextend (kept.half, sys, 0.4);
check_close (more.p(:, end), whole.p(:, end), 1e-7);
again = geomsextend (half, sys, 0.4);
check (isequal (more.y, again.y));
report = geomscheck (sys, 0, x);
check (isstruct (report));
end

function recorded ()
if ~exist ('OCTAVE_VERSION', 'builtin')
    return
end
K = 12;
list = chain (K);
sys = geomssys (list{1:6}, 'dims', struct ('np', 2 * K));
check (strcmp (sys.derive.status, 'recorded') && isempty (sys.pattern.B));
whole = geomssys (list{1:end - 4}, list{end - 1:end});
check (strcmp (whole.derive.status, 'recorded') && isempty (whole.pattern.B));
off = geomssys (whole, 'derive', 'off');
sol = geoms (off, [0 0.05], struct ('p', reshape ([1:K; zeros(1, K)], [], 1)));
check (sol.stats.neomjac < 12 * sol.stats.njac);
end

function refused ()
list = chain (12);
check_error ('geoms:system:type', @() geomssys (list{:}, 'pattern', 3));
check_error ('geoms:system:type', @() geomssys (list{:}, 'pattern', 'all'));
check_error ('geoms:system:type', @() geomssys (list{:}, 'pattern', struct ('G', 'x')));
check_error ('geoms:system:name', @() geomssys (list{:}, 'pattern', struct ('Q', 1)));
check_error ('geoms:system:pattern', @() geomssys (list{:}, 'pattern', struct ('G', ones (3, 24))));
check_error ('geoms:system:pattern', @() geomssys (list{:}, 'pattern', struct ('f', ones (24, 24))));
check_error ('geoms:system:mixed', @() geomssys ('dims', struct ('np', 1), 'eom', @(t,x) x, 'pattern', 'auto'));
for bad = [NaN, Inf, -Inf]
    G = sparse (12, 24);
    G(3, 5) = bad;
    check_error ('geoms:system:pattern', @() geomssys (list{:}, 'pattern', struct ('G', G)), 'G(3,5) is');
end
end

% M is a vector of masses, a constant diagonal matrix, or a function that returns a vector
function diagonals ()
list = chain (12);
mass = struct ('M', speye (24));
mass.M(2, 7) = 1;
for M = {ones(24, 1), eye(24), @(t,p) ones(24, 1)}
    list{2} = M{1};
    check_error ('geoms:system:pattern', @() geomssys (list{:}, 'pattern', mass), ...
        'M has the entry (2,7), but ''mass'' is a diagonal');
    sys = geomssys (list{:}, 'pattern', struct ('M', speye (24)));
    check (nnz (sys.pattern.M) == 24);
end
list{2} = @(t,p) speye (24);
sys = geomssys (list{:}, 'pattern', mass);
check (sys.pattern.M(2, 7) == 1 && sys.pattern.M(7, 2) == 1);
[~, x0] = chain (12);
sol = geoms (sys, [0 0.01], x0, 'LinearSolver', 'sparse');
check (strcmp (sol.info.linearSolver, 'sparse'));
end

function odeset_fields ()
sys = pendulum ('mechanical');
for name = {'JPattern', 'MvPattern'}
    try
        geoms (sys, [0 1], struct ('p', [1; 0]), odeset (name{1}, speye (2)));
        check (false);
    catch e
        check (strcmp (e.identifier, 'geoms:options:odeset') && ~isempty (strfind (e.message, '''pattern''')));
    end
end
end
