function z = call_z (index, x)
%CALL_Z  The argument z of the user's functions: r, w, s, lambda, mu, one column per point.
%   index comes from SYS_INDEX, x holds the unknowns, one column per point.

z = struct ('r', x(index.r, :), 'w', x(index.w, :), 's', x(index.s, :), ...
    'lambda', x(index.lambda, :), 'mu', x(index.mu, :));

end
