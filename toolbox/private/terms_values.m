function fcn = terms_values (problem, handle)
%TERMS_VALUES  The terms of GEOMSTERMS as a function of (t, x), all of which is known: M, Z, f, C,
%   G, H, g, gI, gIIpart, h, hIpart, b, d, c, e.

sys = problem.sys;
if sys_has_blocks (sys)
    fcn = @(t, x) from_blocks (sys, problem.core.blocks (t, x));
elseif strcmp (sys.form, 'tree') || sys_derived (sys) || strcmp (sys.form, 'native') && sys.has.parts
    fcn = @(t, x) from_parts (problem, handle, t, x);
else
    fcn = @(t, x) from_rows (problem, handle, t, x);
end

end

% of the user's functions; a hidden level may be missing
function terms = from_blocks (sys, B)
d = sys.dims;
row = sys_block_rows (sys);
Z = eye (d.nv);
if ~isempty (row.Z)
    Z = reshape (B(row.Z), d.np, d.nv);
end
G = reshape (B(row.G), d.nl, d.np);
H = reshape (B(row.H), d.nm, d.np);
terms = struct ('M', sys_mass_at (sys, row, B), 'Z', Z, 'f', B(row.f), 'C', [G; H] * Z, 'G', G, ...
    'H', H);
for letter = {'g', 'gI', 'gIIpart', 'h', 'hIpart', 'b', 'd', 'c', 'e'}
    terms.(letter{1}) = B(row.(letter{1}), 1);
end
lacking = sys_lacking (sys);
terms.gIIpart(:) = terms.gIIpart + not_known (lacking, {'constraintAcceleration', 'gIIpart'});
terms.hIpart(:) = terms.hIpart + not_known (lacking, {'nonholonomicAcceleration', 'hIpart'});
end

% NaN for functions that are missing
function value = not_known (lacking, names)
value = 0;
if any (ismember (names, lacking))
    value = NaN;
end
end

% of a model in C that gives its parts
function terms = from_parts (problem, handle, t, x)
[part, status, err] = gate_call ('terms', handle, problem.core, t, x);
told (problem.sys, handle, t, x, status, err);
d = problem.sys.dims;
if isempty (part.Z)
    part.Z = eye (d.nv);
end
if isempty (part.M)
    [~, part.M, ~, ~, status, err] = gate_call ('evaluate', handle, problem.core, t, x);
    told (problem.sys, handle, t, x, status, err);
end
l = 1:d.nl;
m = d.nl + (1:d.nm);
terms = struct ('M', part.M, 'Z', part.Z, 'f', part.f, 'C', part.C, 'G', [], 'H', [], ...
    'g', part.g, 'gI', part.level(l, 1), 'gIIpart', part.gamma(l, 1), 'h', part.level(m, 1), ...
    'hIpart', part.gamma(m, 1), 'b', part.b, 'd', part.d, 'c', part.c, 'e', part.e);
terms = with_jacobians (terms, d);
end

% of the reduced derivative array, which is affine in the multipliers, and in p' = Z v in v
function terms = from_rows (problem, handle, t, x)
sys = problem.sys;
d = sys.dims;
multipliers = [sys.index.lambda, sys.index.mu];
m = numel (multipliers);
x(multipliers) = 0;
still = x;
still(sys.index.v) = 0;
unit = eye (numel (x));
points = [x * ones(1, m + 1), still * ones(1, d.nv + 1)];
points(:, 2:end) = points(:, 2:end) + [unit(:, multipliers), 0 * x, unit(:, sys.index.v)];
[rda, M, ~, ~, status, err] = gate_call ('evaluate', handle, problem.core, ...
    t * ones (1, size (points, 2)), points);
told (problem.sys, handle, t, x, status, err);
row = sys_rows (d);
f = rda(row.fdyn, 1);
C = (f * ones (1, m) - rda(row.fdyn, 2:m + 1))';
Z = rda(row.fkin, m + 3:end) - rda(row.fkin, (m + 2) * ones (1, d.nv));
hidden = rda([row.gII, row.hI], 1) - C * pinv (M(:, :, 1)) * f;
if sys.reduced || sys_rcond (M(:, :, 1)) < 1e-14
    hidden(:) = NaN;
end
terms = struct ('M', M(:, :, 1), 'Z', Z, 'f', f, 'C', C, 'G', [], 'H', [], 'g', ...
    rda(row.g, 1), 'gI', rda(row.gI, 1), 'gIIpart', hidden(1:d.nl, 1), 'h', rda(row.h, 1), ...
    'hIpart', hidden(d.nl + 1:end, 1), 'b', rda(row.b, 1), 'd', rda(row.d, 1), ...
    'c', rda(row.c, 1), 'e', rda(row.e, 1));
terms = with_jacobians (terms, d);
end

% G and H with C = [G; H] Z: what they do to other p' is not known, here 0
function terms = with_jacobians (terms, d)
J = terms.C;
if ~isequal (terms.Z, eye (d.nv))
    J = terms.C * pinv (terms.Z);
end
terms.G = J(1:d.nl, :);
terms.H = J(d.nl + 1:end, :);
end

function told (sys, handle, t, x, status, err)
if status ~= 0
    derive_own_error (sys, t, x);
end
if ~isempty (err)
    gate_raise (err);
elseif status < 0
    found = gate_call ('get', handle);
    error (found.report.identifier, '%s', found.report.message);
elseif status > 0
    error ('geoms:terms:value', ['The equations of motion cannot be evaluated at t = %.10g ', ...
        'and this state: a function returns NaN or Inf there, a spring has no length, or a ', ...
        'tree has lost inertia in a special position.'], t);
end
end
