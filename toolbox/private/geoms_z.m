function z = geoms_z (index, x)
%GEOMS_Z  The argument z of the user's functions: r, w, s, lambda, mu, one column per point.
%   index comes from GEOMS_INDEX, x holds the unknowns, one column per point.

z = struct ('r', x(index.r, :), 'w', x(index.w, :), 's', x(index.s, :), ...
    'lambda', x(index.lambda, :), 'mu', x(index.mu, :));

end
