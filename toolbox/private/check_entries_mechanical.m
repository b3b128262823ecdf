function audit = check_entries_mechanical (audit, sys, core, point)
%CHECK_ENTRIES_MECHANICAL  Every entry of the functions of the mechanical form against differences.
%   dg/dp = G,   dg/dt = gI and dgI/dt = gII - G Z v' along p' = Z v, v' = 0,
%   dh/dv = H Z, dh/dt = hI - H Z v' along the same motion,   de/d[v s p] = invariantGradient
%   G is the total derivative: s follows p such that c (t, p, s) stays.

d = sys.dims;
index = sys.index;
row = sys_block_rows (sys);
B = core.blocks (point.t, point.x);
Z = eye (d.nv);
if ~isempty (row.Z)
    Z = reshape (B(row.Z), d.np, d.nv);
end
names = names_of_roles (sys);

% columns of one batch: each p, the motion, each v, and each v, s, p with nothing following
n = numel (point.x);
unit = eye (n);
flow = zeros (n, 1);
flow(index.p) = Z * point.x(index.v);
inert = [index.v, index.s, index.p];
if d.nm == 0 && isempty (core.gradient)
    inert = [];
end
tdot = [zeros(1, d.np), 1, zeros(1, numel (inert))];
with_s = @(xdot, rate) follow (core, row, index, point, xdot, rate);
xdot = [with_s(unit(:, index.p), 0), with_s(flow, 1), unit(:, inert)];
wanted = [row.g, row.gI, row.h, row.e];    % matrices at all points would fill the memory
count = [0, cumsum([d.nl, d.nl, d.nm, d.ni])];
below = struct ('g', 1:count(2), 'gI', count(2) + 1:count(3), 'h', count(3) + 1:count(4), ...
    'e', count(4) + 1:count(5));
[q, noise] = diff_derivative (@(t, x) check_rows (core.brief, wanted, numel (B), t, x), point, tdot, xdot);
P = 1:d.np;
F = d.np + 1;
E = F + (1:numel (inert));
V = E(1:min (d.nv, end));

label = @(block) sys_component_names (sys, block);
labels = @(count, letter) arrayfun (@(i) ...
    sprintf ('%d%s', i, sys_own_name (sys.names, letter, i)), 1:count, 'UniformOutput', false);
one = labels (d.nl, 'g');
audit = check_entries_compare (audit, names.G, reshape (B(row.G), d.nl, d.np), q(below.g, P), ...
    noise(below.g, P), one, label ('p'));
audit = check_entries_compare (audit, names.gI, B(row.gI), q(below.g, F), noise(below.g, F), one, {});
lacking = sys_lacking (sys);
if ~any (ismember ({'constraintAcceleration', 'gIIpart'}, lacking))
    audit = check_entries_compare (audit, names.gIIpart, B(row.gIIpart), q(below.gI, F), ...
        noise(below.gI, F), one, {});
end
one = labels (d.nm, 'h');
audit = check_entries_compare (audit, names.H, reshape (B(row.H), d.nm, d.np) * Z, q(below.h, V), ...
    noise(below.h, V), one, label ('v'));
if ~any (ismember ({'nonholonomicAcceleration', 'hIpart'}, lacking))
    audit = check_entries_compare (audit, names.hIpart, B(row.hIpart), q(below.h, F), ...
        noise(below.h, F), one, {});
end
if ~isempty (core.gradient)
    audit = check_entries_compare (audit, 'invariantGradient', core.gradient (point.t, point.x), ...
        q(below.e, E), noise(below.e, E), labels (d.ni, 'e'), [label('v'), label('s'), label('p')]);
end
C = sys_constraint_rows (sys, row, B, point.x);
audit = check_entries_mass (audit, names.M, sys_mass_at (sys, row, B), C);

end

% directions in which s moves such that c stays; rate is t'
function xdot = follow (core, row, index, point, xdot, rate)
for k = 1:size (xdot, 2) * ~isempty (index.s)
    xdot(index.s, k) = sys_contact_flow (core.blocks, row.c, index.s, point, rate, xdot(:, k));
end
end

% what the user has called the letters of the papers
function names = names_of_roles (sys)
roles = sys_roles ();
for role = roles(~cellfun (@isempty, {roles.letter}))'
    names.(role.letter) = role.name;
    if isfield (sys.functions, 'model')
        names.(role.letter) = ['model: ', role.letter];
    end
end
if strcmp (names.gI, 'constraintVelocity') && ~isfield (sys.functions, 'constraintVelocity')
    names.gI = 'constraintVelocity (left out, G Z v)';
end
end
