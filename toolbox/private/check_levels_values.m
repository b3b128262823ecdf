function data = check_levels_values (sys, core, row, point, longest)
%CHECK_LEVELS_VALUES  Values of the user's at a state, and difference quotients of the level below.
%   For CHECK_LEVELS_MECHANICAL: Z, G, H, gI, gIIpart, hIpart, gradient; along_p, along_flow,
%   along_v, along_e: derivatives of g, gI, h, e with their noise, along dp, along the motion
%   p' = Z v, v' = a, along dv and along de; changed: a letter that depends on multipliers and must
%   not, or ''.

d = sys.dims;
index = sys.index;
fcn = core.blocks;
B = fcn (point.t, point.x);
data.Z = eye (d.nv);
if ~isempty (row.Z)
    data.Z = reshape (B(row.Z), d.np, d.nv);
end
data.G = reshape (B(row.G), d.nl, d.np);
data.H = reshape (B(row.H), d.nm, d.np);
data.gI = B(row.gI);
data.gIIpart = B(row.gIIpart);
data.hIpart = B(row.hIpart);

% any motion of p; where an invariant like the norm of a quaternion must hold, one that v can make
still = zeros (size (point.x));
data.dp = diff_direction (point.x(index.p), 1);
if isfield (point, 'tangent') && point.tangent
    data.dp = data.Z * diff_direction (data.Z' * data.dp, 1);
end
data.along_p = with_rounding (derivative (fcn, row, index, point, 0, ...
    put (still, index.p, data.dp), Inf), data.G, point.x(index.p));

% p' = Z v, v' = a
v = point.x(index.v);
u = data.Z * v;
data.a = diff_direction (v, 3) * norm (u) / norm ([point.size(index.p); realmin]);
data.u = u;
flow = put (put (still, index.p, u), index.v, data.a);
data.along_flow = with_rounding (derivative (fcn, row, index, point, 1, flow, longest), data.G, ...
    point.x(index.p));

% any change of v; of v, s and p
if d.nm > 0
    data.dv = diff_direction (v, 5);
    data.along_v = derivative (fcn, row, index, point, 0, put (still, index.v, data.dv), Inf, ...
        'fixed');
end
if ~isempty (core.gradient)
    data.gradient = core.gradient (point.t, point.x);
    places = [index.v, index.s, index.p];
    data.de = point.size(places) .* diff_direction (ones (numel (places), 1), 7);
    data.along_e = derivative (fcn, row, index, point, 0, put (still, places, data.de), Inf, ...
        'fixed');
end
data.changed = changed_by_multipliers (sys, core, row, point, B);

end

function x = put (x, places, values)
x(places) = values;
end

% derivative of the blocks; s follows the motion unless it is 'fixed'
function along = derivative (fcn, row, index, point, tdot, xdot, longest, fixed)
if ~isempty (index.s) && nargin < 8
    xdot(index.s) = sys_contact_flow (fcn, row.c, index.s, point, tdot, xdot);
end
[q, noise] = diff_along (fcn, point, tdot, xdot, longest);
along.step = diff_step (point, xdot, longest);
for letter = {'g', 'gI', 'h', 'e'}
    along.(letter{1}) = q(row.(letter{1}));
    along.(['noise_', letter{1}]) = noise(row.(letter{1}));
end
end

% a position far from where its zero is has rounding that g feels, though its values are small
function along = with_rounding (along, G, p)
along.noise_g = along.noise_g + eps * (abs (G) * abs (p)) / along.step;
end

% a letter of a block that depends on lambda or mu and must not, or ''
function letter = changed_by_multipliers (sys, core, row, point, B)
letter = '';
places = [sys.index.lambda, sys.index.mu];
if isempty (places) || ~any (cellfun (@(extra) extra(1), struct2cell (sys.extra)))
    return
end
x = point.x;
x(places) = x(places) + 0.3 * point.size(places);
other = core.blocks (point.t, x);
for block = {'M', 'Z', 'g', 'G', 'gI', 'gIIpart', 'h', 'H', 'hIpart', 'c', 'e'}
    at = row.(block{1});
    if any (abs (other(at) - B(at)) > 1e-10 * abs (B(at)))
        letter = block{1};
        return
    end
end
end
