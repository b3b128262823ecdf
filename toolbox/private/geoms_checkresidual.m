function geoms_checkresidual (sys, core, t, span, x)
%GEOMS_CHECKRESIDUAL  gI against g, gII against gI, hI against h, and J against rda at the start.
%   The derivatives are those along the flow  p' = f_kin, v' = M \ f_dyn, r' = b, s' from c = 0.

dims = sys.dims;
row = geoms_rows (dims);
x = away_from_rest (sys, x);
y = core.eom (t, x);
if isfield (sys.functions, 'jac')
    check_jacobian (core, t, x);
end
flow = flow_at (sys, core, row, t, x, y);
if isempty (flow) || ~all (isfinite (flow)) || dims.nl + dims.nm == 0
    return
end

[~, size_x] = geoms_direction (x, 0);
moving = flow ~= 0;
s = min ([1e-4 * size_x(moving) ./ abs(flow(moving)); 1e-5 * span]);
[q, noise] = along (core, t, x, 1, flow, s);
geoms_mismatch ('geoms:check:velocity', 'gI in ''eom''', y(row.gI), q(row.g), noise(row.g), 0, ...
    'It must be the time derivative of g along the motion.');
if ~sys.reduced
    geoms_mismatch ('geoms:check:acceleration', 'gII in ''eom''', y(row.gII), q(row.gI), ...
        noise(row.gI), 0, 'It must be the time derivative of gI along the motion, v'' = M \ fdyn.');
    geoms_mismatch ('geoms:check:acceleration', 'hI in ''eom''', y(row.hI), q(row.h), ...
        noise(row.h), 0, 'It must be the time derivative of h along the motion, v'' = M \ fdyn.');
end

end

% a state with velocities and multipliers, where no term vanishes by chance
function x = away_from_rest (sys, x)
index = sys.index;
if any (x(index.v) ~= 0)
    x(index.v) = x(index.v) + geoms_direction (x(index.v), 2);
elseif numel (index.v) == numel (index.p)
    x(index.v) = geoms_direction (geoms_direction (x(index.p), 1), 2);
else
    x(index.v) = geoms_direction (x(index.v), 2);
end
multipliers = [index.lambda, index.mu];
x(multipliers) = x(multipliers) + geoms_direction (x(multipliers), 4);
end

% derivative of rda in a direction
function [q, noise] = along (core, t, x, tdot, xdot, s)
at = s * [1, -1, 2, -2];
values = core.eom (t + tdot * at, x(:, ones (1, 4)) + xdot * at);
[q, noise] = geoms_quotient (values, s);
end

function check_jacobian (core, t, x)
[d, size_x] = geoms_direction (x, 5);
J = core.jac (t, x);
[q, noise] = along (core, t, x, 0, d, 1e-4 * min (size_x ./ abs (d)));
geoms_mismatch ('geoms:check:jacobian', '''jac'' in a direction d, J d', J * d, q, noise, ...
    abs (J) * abs (d), 'It must be + d rda / dx (the manual''s JAC returns the negative).');
end

% x' with w, lambda, mu at rest, or [] where it cannot be found
function flow = flow_at (sys, core, row, t, x, y)
index = sys.index;
M = sys.mass;
if ~isempty (core.mass)
    M = core.mass (t, x);
elseif isempty (M)
    M = eye (sys.dims.nv);
end
flow = zeros (size (x));
if rcond_of (M) < 1e-12
    flow = [];
    return
end
flow(index.p) = y(row.fkin);
flow(index.v) = M \ y(row.fdyn);
flow(index.r) = y(row.b);
if ~isempty (index.s)
    flow(index.s) = contact_flow (core, row.c, index.s, t, x, flow);
end
end

% s' from  c_s s' + dc/dt = 0
function sdot = contact_flow (core, c, s, t, x, flow)
[~, size_x] = geoms_direction (x, 0);
n = numel (s);
C = zeros (n);
for j = 1:n
    e = zeros (size (x));
    e(s(j)) = size_x(s(j));
    q = along (core, t, x, 0, e, 1e-4);
    C(:, j) = q(c) / size_x(s(j));
end
moving = flow ~= 0;
step = min ([1e-4 * size_x(moving) ./ abs(flow(moving)); 1]);
q = along (core, t, x, 1, flow, step);
sdot = NaN (n, 1);
if rcond_of (C) > 1e-12
    sdot = -C \ q(c);
end
end

function r = rcond_of (M)
r = 1;
if ~isempty (M)
    scale = sqrt (max (abs (M), [], 2));
    scale(scale == 0) = 1;
    r = rcond (M ./ (scale * scale'));
end
end
