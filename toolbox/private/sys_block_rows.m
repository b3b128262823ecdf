function row = sys_block_rows (sys)
%SYS_BLOCK_ROWS  Rows of a column of blocks of the mechanical form, by letter (see SYS_ROLES).

d = sys.dims;
kinematics = isfield (sys.functions, 'kinematics') || any (strcmp ('Z', sys.terms));
sizes = sys_sizes (sys);
blocks = {'M', isempty(sys.mass) * d.nv * sizes.nM; 'Z', kinematics * d.np * d.nv; ...
    'f', d.nv; 'g', d.nl; 'G', d.nl * d.np; 'gI', d.nl; 'gIIpart', d.nl; 'h', d.nm; 'H', d.nm * d.np; ...
    'hIpart', d.nm; 'b', d.nr; 'd', d.nw; 'c', d.ns; 'e', d.ni};
last = 0;
for i = 1:size (blocks, 1)
    row.(blocks{i, 1}) = last + (1:blocks{i, 2});
    last = last + blocks{i, 2};
end

end
