function M = sys_mass (value)
%SYS_MASS  A constant mass matrix from a matrix or the vector of its diagonal.
%   It must be symmetric; whether constraints and dampers hold what has no mass shows at a start.

if ~isreal (value) || ndims (value) > 2 || ~all (isfinite (value(:)))
    error ('geoms:system:type', ['''mass'' must be a real, finite matrix, the vector of its ', ...
        'diagonal, or a function.']);
end
if numel (value) > 0 && max (size (value)) > 20000
    error ('geoms:system:dims', '''mass'' is %d x %d; more than 20000 unknowns are refused.', ...
        size (value));
end
M = full (double (value));
if any (size (M) == 1)
    M = diag (M(:));
elseif size (M, 1) ~= size (M, 2)
    error ('geoms:system:size', '''mass'' is %d x %d; it must be square.', size (M));
end

% as the core does it, which looks at masses that vary
most = max (max (abs (M), abs (M')), sqrt (abs (diag (M) * diag (M)')));
[i, j] = find (triu (abs (M - M') > 1e-12 * most), 1);
if ~isempty (i)
    error ('geoms:mass:symmetric', ['''mass'' is not symmetric: M(%d,%d) = %.15g, M(%d,%d) = ', ...
        '%.15g. Correct the entry, or give (M + M'')/2.'], i, j, M(i, j), j, i, M(j, i));
end

end
