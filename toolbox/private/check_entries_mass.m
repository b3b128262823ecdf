function audit = check_entries_mass (audit, name, M, C)
%CHECK_ENTRIES_MASS  Adds findings where M is not symmetric, or not positive on the kernel of C.
%   It may be singular there: whether a damper holds what has no mass is for a run to say.

n = size (M, 1);
number = arrayfun (@(i) sprintf ('%d', i), 1:n, 'UniformOutput', false);
upper = triu (true (n), 1);
T = M';
T(upper) = M(upper);
audit = check_entries_compare (audit, name, M, T, 1e-12 * max ([0; abs(M(:))]) * ones (n), number, ...
    number);
if any (imag (M(:)) ~= 0) || ~all (isfinite (M(:)))
    return
end

% kilograms and kilogram metres squared live in one matrix
scale = sqrt (abs (diag (M)));
scale(scale == 0) = 1;
K = null (within (C ./ repmat (scale', size (C, 1), 1)));
[vectors, values] = eig (K' * within ((M / 2 + M' / 2) ./ (scale * scale')) * K);
[least, at] = min (diag (values));
if least < -1e-10
    [~, row] = max (abs (K * vectors(:, at)));
    audit.findings(end + 1) = struct ('function', name, 'row', number{row}, 'column', '', ...
        'value', least, 'expected', 0, 'advice', ['the least eigenvalue (rows and columns ', ...
        'scaled) on the motions that the constraints allow must not be negative'], ...
        'where', audit.where);
end

end

% numbers so large that an eigenvalue would overflow have done so before; their sign is enough
function A = within (A)
most = 1e100;
A = max (min (A, most), -most);
end
