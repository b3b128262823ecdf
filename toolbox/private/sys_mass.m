function M = sys_mass (value)
%SYS_MASS  A constant mass matrix from a matrix or the vector of its diagonal.
%   It must be symmetric; whether constraints and dampers hold what has no mass shows at a start.

if ~isreal (value) || ndims (value) > 2 || ~all (isfinite (value(:)))
    error ('geoms:system:type', ['''mass'' must be a real, finite matrix, the vector of its ', ...
        'diagonal, or a function.']);
end
most = 20000;
if issparse (value) || any (size (value) == 1)
    most = 1e6;
end
if numel (value) > 0 && max (size (value)) > most
    error ('geoms:system:dims', '''mass'' is %d x %d; more than %d unknowns are refused.', ...
        size (value), most);
end
few = 100;    % matrices of fewer rows are kept full
M = double (value);
if any (size (M) == 1)
    M = spdiags (full (M(:)), 0, numel (M), numel (M));
elseif size (M, 1) ~= size (M, 2)
    error ('geoms:system:size', '''mass'' is %d x %d; it must be square.', size (M));
end

if size (M, 1) <= few
    M = full (M);
end

% as the core does it, which looks at masses that vary
[i, j, apart] = find (triu (M - M'));
D = full (abs (diag (M)));
most = sqrt (D(i) .* D(j));
for k = 1:numel (i)
    most(k) = max ([most(k), abs(full (M(i(k), j(k)))), abs(full (M(j(k), i(k))))]);
end
first = find (abs (apart) > 1e-12 * most, 1);
if ~isempty (first)
    i = i(first);
    j = j(first);
    error ('geoms:mass:symmetric', ['''mass'' is not symmetric: M(%d,%d) = %.15g, M(%d,%d) = ', ...
        '%.15g. Correct the entry, or give (M + M'')/2.'], i, j, full (M(i, j)), j, i, full (M(j, i)));
end

end
