function row = sys_rows (dims)
%SYS_ROWS  Rows of the reduced derivative array by name.
%   rda = [ d; gII; hI | gI; h; e | c; g | b | fdyn | fkin ]

d = dims;
n = cumsum ([d.nw, d.nl, d.nm, d.nl, d.nm, d.ni, d.ns, d.nl, d.nr, d.nv, d.np]);
row = struct ('d', 1:n(1), 'gII', n(1) + 1:n(2), 'hI', n(2) + 1:n(3), 'gI', n(3) + 1:n(4), ...
    'h', n(4) + 1:n(5), 'e', n(5) + 1:n(6), 'c', n(6) + 1:n(7), 'g', n(7) + 1:n(8), ...
    'b', n(8) + 1:n(9), 'fdyn', n(9) + 1:n(10), 'fkin', n(10) + 1:n(11));

end
