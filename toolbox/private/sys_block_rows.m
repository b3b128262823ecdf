function row = sys_block_rows (sys)
%SYS_BLOCK_ROWS  Rows of a column of blocks of the mechanical form, by letter (see SYS_ROLES).

d = sys.dims;
kinematics = isfield (sys.functions, 'kinematics') || any (strcmp ('Z', sys.terms));
nM = d.nv;
if sys.diagonal
    nM = 1;
end
n = cumsum ([isempty(sys.mass) * d.nv * nM, kinematics * d.np * d.nv, d.nv, d.nl, d.nl * d.np, ...
    d.nl, d.nl, d.nm, d.nm * d.np, d.nm, d.nr, d.nw, d.ns, d.ni]);
row = struct ('M', 1:n(1), 'Z', n(1) + 1:n(2), 'f', n(2) + 1:n(3), 'g', n(3) + 1:n(4), ...
    'G', n(4) + 1:n(5), 'gI', n(5) + 1:n(6), 'gIIpart', n(6) + 1:n(7), 'h', n(7) + 1:n(8), ...
    'H', n(8) + 1:n(9), 'hIpart', n(9) + 1:n(10), 'b', n(10) + 1:n(11), 'd', n(11) + 1:n(12), ...
    'c', n(12) + 1:n(13), 'e', n(13) + 1:n(14));

end
