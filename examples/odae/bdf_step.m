function [x, K] = bdf_step (form, step, K)
% BDF_STEP  One step of BDF on a constrained system in one of the forms of Petzold and Potra (1992).
%   X = BDF_STEP (FORM, STEP) computes p, v and lambda at the time STEP.t. STEP has the fields
%     sys, t, h    the system, the time of the new state, the step size
%     p, v         the last k states, newest first, one per column: k is the order
%     A            np x (np - nl) such that [G; A'] is regular
%     tol          optional: the iteration ends with corrections smaller than that, relatively;
%                  without it, or 0, it ends in rounding
%   With w = eta (t, p, v) and lambda = zeta (t, p, v) from M w + G' lambda = f, G w + z = 0, and
%   rho x = (alpha_0 x_n + ... + alpha_k x_{n-k}) / h, FORM is one of
%     'state-space'       (5.1)   q = A'(p - p_{n-1}), s = A'v:  rho q = s, rho s = A' eta; p, v from
%                                 q, s, g = 0 and G v + g_t = 0 by an iteration of their own
%     'parameterisation'  (5.4)   A'(rho p - v) = 0, A'(rho v - w) = 0 and all constraints at once
%     'A-ssf'             (5.8)   r_1 = rho p - v and r_2 = M rho v + G' lambda - f of the
%                                 overdetermined system are in Ker A' and M Ker A', its other rows 0
%     'coordinates'               generalised coordinate partitioning: rho p_i = v_i, rho v_i = w_i for
%                                 the coordinates i that A, columns of the identity, picks
%     'tangent plane'     (5.4), 'tangent A-ssf' (5.8)   with A a basis of Ker G (t_n, p_n)
%     'invariants'        (5.10) = (3.32), t_c = t_n: rho p - v + G' mu = 0,
%                                 M rho v + G' lambda + M G' tau - f = 0, G rho v + G G' tau + z = 0
%     'ssf'               (3.14)  r_1, r_2, r_lambda are in the range of the gradients of g and
%                                 G v + g_t, and these 0
%     'extended'          (3.17)  rho p - v + G' mu + L' tau = 0, M rho v + G'(lambda + tau) - f = 0,
%                                 G M^-1 (f - G' lambda) + z = 0, L = D_p (G v + g_t)
%   X also has the fields iterations, rate (what a correction is of the one before, on the average) and
%   evaluations (of the terms); forms with them have mu and tau. Newton's iteration has one matrix.
%
%   [X, K] = BDF_STEP (FORM, STEP) also returns the matrix, of difference quotients, and BDF_STEP (FORM,
%   STEP, K) uses that of an earlier step.
%
%   See also RUN_IDENTITIES, RUN_RENEWAL, GEOMSTERMS.

if nargin < 3, K = []; end
if ~isfield (step, 'tol'), step.tol = 0; end
np = size (step.p, 1);
before = terms_at (step, step.p(:, 1), step.v(:, 1), step.t - step.h);
nl = numel (before.lambda);
p = step.p(:, 1) + step.h * step.v(:, 1);
v = step.v(:, 1) + step.h * before.w;
l = before.lambda;
none = zeros (2 * nl, 1);
switch form
    case 'state-space'
        u = [step.A' * (p - step.p(:, 1)); step.A' * v];
        residual = @(u) state_space (step, u);
    case 'coordinates'
        u = [step.A' * p; step.A' * v];
        residual = @(u) coordinates (step, u);
    case {'parameterisation', 'tangent plane'}
        u = [p; v; before.w; l];
        residual = @(u) parameterisation (step, u, form(1) == 't');
    case {'A-ssf', 'tangent A-ssf'}
        u = [p; v; l];
        residual = @(u) a_ssf (step, u, form(1) == 't');
    case 'ssf'
        u = [p; v; l];
        residual = @(u) ssf (step, u);
    case 'invariants'
        u = [p; v; l; none];
        residual = @(u) invariants (step, u);
    case 'extended'
        u = [p; v; l; none];
        residual = @(u) extended (step, u);
end
[u, K, x] = newton (residual, u, K, step.tol);
if any (strcmp (form, {'state-space', 'coordinates'}))
    e = onto_constraints (step, u, strcmp (form, 'coordinates'));
    x.p = e.p;
    x.v = e.v;
    x.lambda = e.lambda;
    return
end
x.p = u(1:np);
x.v = u(np+1:2*np);
if any (strcmp (form, {'parameterisation', 'tangent plane'}))
    x.lambda = u(3*np+1:end);
    return
end
x.lambda = u(2*np+(1:nl));
if numel (u) > 2 * np + nl
    x.mu = u(2*np+nl+(1:nl));
    x.tau = u(2*np+2*nl+(1:nl));
end

end

% ---- the system at one state, and the formula ----

function e = terms_at (step, p, v, t)
if nargin < 4, t = step.t; end
e = geomsterms (step.sys, t, struct ('p', p, 'v', v, 'lambda', zeros (numel (p) - size (step.A, 2), 1)));
e.p = p;
e.v = v;
e.gt = e.gI - e.G * v;
y = [e.M, e.G'; e.G, zeros(size (e.G, 1))] \ [e.f; -e.gIIpart];
e.w = y(1:numel (p));
e.lambda = y(numel (p)+1:end);
end

function rate = rho (step, now, past)
alpha = {[1 -1], [3/2 -2 1/2], [11/6 -3 3/2 -1/3], [25/12 -4 3 -4/3 1/4]};
k = size (past, 2);
rate = [now, past] * alpha{k}' / step.h;
end

% r_1, and rho v
function [r1, rv] = rates (step, p, v)
r1 = rho (step, p, step.p) - v;
rv = rho (step, v, step.v);
end

% ---- p and v of q and s, or of the coordinates and their velocities themselves ----

function e = onto_constraints (step, u, absolute)
d = size (step.A, 2);
q = u(1:d);
if ~absolute
    q = q + step.A' * step.p(:, 1);
end
p = step.p(:, 1);
smallest = Inf;
for i = 1:30
    e = terms_at (step, p, zeros (size (p)));
    move = -[e.G; step.A'] \ [e.g; step.A' * p - q];
    size_of = norm (move);
    if size_of >= smallest && size_of < 1e-9, break, end
    smallest = size_of;
    p = p + move;
end
e = terms_at (step, p, [e.G; step.A'] \ [-e.gt; u(d+1:end)]);
end

% ---- the rows of the forms ----

function r = state_space (step, u)
d = size (step.A, 2);
e = onto_constraints (step, u, false);
past = step.A' * (step.p - step.p(:, 1) * ones (1, size (step.p, 2)));
r = [rho(step, u(1:d), past) - u(d+1:end)
     rho(step, u(d+1:end), step.A' * step.v) - step.A' * e.w];
end

function r = coordinates (step, u)
[i, ~] = find (step.A);
e = onto_constraints (step, u, true);
r = [rho(step, e.p(i), step.p(i, :)) - e.v(i); rho(step, e.v(i), step.v(i, :)) - e.w(i)];
end

% A, or A moved into Ker G
function A = basis (step, e, tangent)
A = step.A;
if tangent
    A = A - e.G' * ((e.G * e.G') \ (e.G * A));
end
end

function r = parameterisation (step, u, tangent)
np = size (step.p, 1);
w = u(2*np+1:3*np);
lambda = u(3*np+1:end);
e = terms_at (step, u(1:np), u(np+1:2*np));
A = basis (step, e, tangent);
[r1, rv] = rates (step, e.p, e.v);
r = [A' * r1; A' * (rv - w); e.M * w + e.G' * lambda - e.f; e.G * w + e.gIIpart; e.gI; e.g];
end

% the overdetermined system (3.9): r_1, r_2, r_lambda, and what must be 0
function [r1, r2, rl, rest, e] = overdetermined (step, u)
np = size (step.p, 1);
lambda = u(2*np+1:end);
e = terms_at (step, u(1:np), u(np+1:2*np));
[r1, rv] = rates (step, e.p, e.v);
r2 = e.M * rv + e.G' * lambda - e.f;
rl = e.G * (e.M \ (e.f - e.G' * lambda)) + e.gIIpart;
rest = [e.gI; e.g];
end

function r = a_ssf (step, u, tangent)
[r1, r2, rl, rest, e] = overdetermined (step, u);
A = basis (step, e, tangent);
r = [A' * r1; A' * (e.M \ r2); rl; rest];
end

function r = ssf (step, u)
[r1, r2, rl, rest, e] = overdetermined (step, u);
np = numel (r1);
nl = numel (rl);
A2 = [slopes(step, e), e.G, zeros(nl); e.G, zeros(nl, np + nl)];
T = eye (2 * np + nl) - A2' * ((A2 * A2') \ A2);      % onto Ker A2
r = [blkdiag(step.A, step.A, eye (nl))' * (T * [r1; r2; rl]); rest];
end

% L = D_p (G v + g_t)
function L = slopes (step, e)
np = numel (e.p);
nl = numel (e.g);
L = e.J(nl+(1:nl), nl+np+(1:np));
end

function r = invariants (step, u)
np = size (step.p, 1);
nl = (numel (u) - 2 * np) / 3;
e = terms_at (step, u(1:np), u(np+1:2*np));
y = reshape (u(2*np+1:end), nl, 3);
[r1, rv] = rates (step, e.p, e.v);
a = rv + e.G' * y(:, 3);
r = [r1 + e.G' * y(:, 2); e.M * a + e.G' * y(:, 1) - e.f; e.G * a + e.gIIpart; e.gI; e.g];
end

function r = extended (step, u)
np = size (step.p, 1);
nl = (numel (u) - 2 * np) / 3;
y = reshape (u(2*np+1:end), nl, 3);
[r1, r2, rl, rest, e] = overdetermined (step, u(1:2*np+nl));
r = [r1 + e.G' * y(:, 2) + slopes(step, e)' * y(:, 3); r2 + e.G' * y(:, 3); rl; rest];
end

% ---- Newton's iteration, until corrections are small enough or no longer fall ----

function [u, K, x] = newton (residual, u, K, tol)
r = residual (u);
evaluations = 1;
if isempty (K)
    K = quotients (residual, u, r);
    evaluations = 1 + numel (u);
end
sizes = [];
for i = 1:60
    change = K \ r;
    sizes(i) = max (abs (change) ./ (1 + abs (u))); %#ok<AGROW>
    if i > 3 && sizes(i) > 1e-9 && sizes(i) > sizes(i-2), break, end
    done = sizes(i) <= tol;
    if done || i > 1 && sizes(i) < 1e-9 && sizes(i) >= sizes(i-1)
        if done, u = u - change; end
        falling = sizes(sizes > 1e-14);
        rate = (falling(end) / falling(1)) ^ (1 / max (1, numel (falling) - 1));
        x = struct ('iterations', i, 'rate', rate, 'evaluations', evaluations);
        return
    end
    u = u - change;
    r = residual (u);
    evaluations = evaluations + 1;
end
error ('geoms:example:newton', 'The iteration does not converge: its corrections are %.1e.', sizes(end));
end

function K = quotients (residual, u, r)
K = zeros (numel (u));
for j = 1:numel (u)
    d = 1e-7 * max (1, abs (u(j)));
    moved = u;
    moved(j) = u(j) + d;
    K(:, j) = (residual (moved) - r) / d;
end
end
