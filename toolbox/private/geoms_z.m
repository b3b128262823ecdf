function z = geoms_z (lambda)
%GEOMS_Z  The argument z of the user's functions: r, w, s, lambda, mu, one column per point.

none = zeros (0, size (lambda, 2));
z = struct ('r', none, 'w', none, 's', none, 'lambda', lambda, 'mu', none);

end
