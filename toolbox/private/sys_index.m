function index = sys_index (dims)
%SYS_INDEX  Rows of the unknowns x = [w; lambda; mu; r; v; s; p], as a struct by name.

n = cumsum ([dims.nw, dims.nl, dims.nm, dims.nr, dims.nv, dims.ns, dims.np]);
index = struct ('w', 1:n(1), 'lambda', n(1) + 1:n(2), 'mu', n(2) + 1:n(3), 'r', n(3) + 1:n(4), ...
    'v', n(4) + 1:n(5), 's', n(5) + 1:n(6), 'p', n(6) + 1:n(7));

end
