function M = geoms_massmatrix (value, form)
%GEOMS_MASSMATRIX  A constant mass matrix from a matrix or the vector of its diagonal.
%   In the mechanical form it must be regular.

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

% kilograms and kilogram metres squared live in one matrix: judge it after scaling
scale = sqrt (max (abs (M), [], 2));
scale(scale == 0) = 1;
if strcmp (form, 'mechanical') && rank (M ./ (scale * scale')) < size (M, 1)
    error ('geoms:mass:singular', ['''mass'' is singular. Use the residual form, which does ', ...
        'not invert it.']);
end

end
