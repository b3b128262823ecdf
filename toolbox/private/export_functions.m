function list = export_functions (sys, described, recorded, levels)
%EXPORT_FUNCTIONS  All functions of a system on the tape, those that are derived among them.
%   list is a struct array: name in geomssys, letter of its result, nodes (int32, of the size of the
%   result).

d = sys.dims;
m = d.nl + d.nm;
C = matrix_of (levels.i, levels.j, levels.C, m, d.nv);
Z = reshape (described.Z, [], d.nv);
list = struct ('name', {}, 'letter', {}, 'nodes', {});
list = with (list, 'mass', 'M', mass_of (described.M, d.nv));
list = with (list, 'kinematics', 'Z', Z);
list = with (list, 'force', 'f', described.f);
list = with (list, 'constraint', 'g', described.g);
if d.nl > 0
    list = with (list, 'constraintJacobian', 'G', jacobian (sys, described));
end
list = with (list, 'constraintVelocity', 'gI', levels.gI);
list = with (list, 'constraintAcceleration', 'gIIpart', levels.gamma(1:d.nl));
list = with (list, 'nonholonomic', 'h', described.h);
if d.nm > 0
    list = with (list, 'nonholonomicJacobian', 'H', of_rates (recorded, C(d.nl + 1:end, :), Z));
end
list = with (list, 'nonholonomicAcceleration', 'hIpart', levels.gamma(d.nl + 1:end));
list = with (list, 'dynamics', 'b', described.b);
list = with (list, 'auxiliary', 'd', described.d);
list = with (list, 'contact', 'c', described.c);
list = with (list, 'invariant', 'e', described.e);
if d.ni > 0
    list = with (list, 'invariantGradient', 'e_x', slopes (described.e, ...
        [sys.index.v, sys.index.s, sys.index.p]));
end
list = with (list, 'condition', 'k', described.condition);

end

function list = with (list, name, letter, nodes)
if ~isempty (nodes)
    list(end + 1) = struct ('name', name, 'letter', letter, 'nodes', nodes);
end
end

% nodes of a matrix from its entries, whose rows and columns count from 0
function A = matrix_of (i, j, id, m, n)
A = zeros (m, n, 'int32');
A(double (i) + 1 + double (j) * m) = id;
end

% its diagonal, if there is no more of it
function M = mass_of (M, n)
if isempty (M)
    return
end
M = matrix_of (M.i, M.j, M.M, n, n);
if size (M, 1) > 1 && ~any (M(~eye (size (M))))
    M = diag (M);
end
end

function id = slopes (nodes, unknowns)
id = gate_call ('tapeslopes', nodes, unknowns - 1);
end

% g_p - g_s (c_s \ c_p)
function G = jacobian (sys, described)
G = slopes (described.g, sys.index.p);
if sys.dims.ns > 0
    by = @(nodes, block) geomstraced (slopes (nodes, sys.index.(block)));
    moved = by(described.c, 's') \ by(described.c, 'p');
    G = ids_of (geomstraced (G) - by(described.g, 's') * moved);
end
end

% H with H Z = C: as it was given, or C (Z'Z)^-1 Z'
function H = of_rates (recorded, C, Z)
H = C;
if isfield (recorded, 'model')
    recorded = recorded.model;
end
for name = {'nonholonomicJacobian', 'H'}
    if isfield (recorded, name{1})
        H = recorded.(name{1});
        return
    end
end
if ~isempty (Z)
    Z = geomstraced (Z);
    H = ids_of (geomstraced (C) * ((Z' * Z) \ Z'));
end
end
