function audit = check_entries_residual (audit, sys, core, point)
%CHECK_ENTRIES_RESIDUAL  Every entry of a reduced derivative array and its Jacobian, by differences.
%   J = d rda / dx,   gI, gII, hI = dg/dt, dgI/dt, dh/dt along  p' = fkin, M v' = fdyn, r' = b
%   core.eom, core.mass, core.jac are functions of (t, x); the last one may be []. That fdyn depends
%   on the multipliers by other terms than -Z'G' lambda - Z'H' mu is possible (friction) and noted.

row = sys_rows (sys.dims);
[row_names, column_names] = names_of (sys);
n = numel (point.x);
y = core.eom (point.t, point.x);
flow = sys_flow (sys, core, core.eom, point, y);
if ~all (isfinite (flow))
    flow = NaN (n, 1);
end
height = numel (y) + sys_in_c (sys) * sys.dims.nv ^ 2;    % with M beside it
eom = @(t, x) check_rows (core.eom, 1:numel (y), height, t, x);
[q, noise] = diff_derivative (eom, point, zeros (1, n), eye (n));
if ~isempty (core.jac)
    audit = check_entries_compare (audit, core.names.jac, core.jac (point.t, point.x), q, noise, ...
        row_names, column_names);
end
if ~isempty (core.mass)
    audit = check_entries_mass (audit, core.names.mass, core.mass (point.t, point.x), ...
        q([row.gI, row.h], sys.index.v));
end
if all (isfinite (flow))
    [along, uncertain] = diff_derivative (eom, point, 1, flow);
    if sys_derived (sys)    % g does not depend on v, which may change fast
        slow = flow;
        slow(sys.index.v) = 0;
        [along_p, uncertain_p] = diff_derivative (eom, point, 1, slow);
        along(row.g) = along_p(row.g);
        uncertain(row.g) = uncertain_p(row.g);
    end
    pairs = {'gI', 'g'; 'gII', 'gI'; 'hI', 'h'};
    for i = 1:1 + 2 * ~sys.reduced
        found = row.(pairs{i, 1});
        below = row.(pairs{i, 2});
        audit = check_entries_compare (audit, [core.names.eom, ': ', pairs{i, 1}], y(found), ...
            along(below), uncertain(below), row_names(found), {});
    end
end
audit = constraint_forces (audit, sys, core, row, q, noise, row_names, column_names);

end

function [row_names, column_names] = names_of (sys)
row_names = sys_row_names (sys.dims, sys.names);
list = {'b', 'nr'; 'fdyn', 'nv'; 'fkin', 'np'};
for i = 1:3
    for j = 1:sys.dims.(list{i, 2})
        row_names{end + 1} = sprintf ('%s(%d)', list{i, 1}, j); %#ok<AGROW>
    end
end
column_names = cell (1, 0);
for block = {'w', 'lambda', 'mu', 'r', 'v', 's', 'p'}
    column_names = [column_names, sys_component_names(sys, block{1})]; %#ok<AGROW>
end
end

% with Z from fkin and G, H Z from the constraints below, all by differences
function audit = constraint_forces (audit, sys, core, row, q, noise, row_names, column_names)
index = sys.index;
if isempty (row.g) && isempty (row.h)
    return
end
Z = q(row.fkin, index.v);
G = q(row.g, index.p);
if ~isempty (index.s)
    G = G - q(row.g, index.s) * (q(row.c, index.s) \ q(row.c, index.p));
end
multipliers = [index.lambda, index.mu];
expected = -[Z' * G', q(row.h, index.v)'];
uncertain = noise(row.fdyn, multipliers) + 1e-7 * max ([abs(expected(:)); 0]);
before = numel (audit.findings);
audit = check_entries_compare (audit, [core.names.eom, ': fdyn'], q(row.fdyn, multipliers), ...
    expected, uncertain, row_names(row.fdyn), column_names(multipliers));
fresh = audit.findings(before + 1:end);
for i = 1:numel (fresh)
    fresh(i).advice = ['not -Z''G'' or -Z''H'' of the constraints; right if a force depends ', ...
        'on the multipliers'];
    audit.notes(end + 1) = fresh(i);
end
audit.findings = audit.findings(1:before);
end
