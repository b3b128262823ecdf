function audit = geoms_auditmass (audit, name, M, definite)
%GEOMS_AUDITMASS  Adds findings where M is not symmetric or has a negative eigenvalue.
%   definite    it must not be singular, either

n = size (M, 1);
number = arrayfun (@(i) sprintf ('%d', i), 1:n, 'UniformOutput', false);
upper = triu (true (n), 1);
T = M';
T(upper) = M(upper);
audit = geoms_compare (audit, name, M, T, 1e-12 * max (abs (M(:))) * ones (n), number, number);
if any (imag (M(:)) ~= 0) || ~all (isfinite (M(:)))
    return
end

% kilograms and kilogram metres squared live in one matrix
scale = sqrt (abs (diag (M)));
scale(scale == 0) = 1;
values = eig ((M + M') / 2 ./ (scale * scale'));
[least, at] = min (values);
if least < -1e-10 || (definite && least < 1e-12)
    audit.findings(end + 1) = struct ('function', name, 'row', number{at}, 'column', '', ...
        'value', least, 'expected', 0, 'advice', ['the least eigenvalue (rows and columns ', ...
        'scaled) must be positive'], 'where', audit.where);
end

end
