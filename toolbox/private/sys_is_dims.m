function yes = sys_is_dims (dims, may_be_open)
%SYS_IS_DIMS  Whether dims is the struct of all dimensions; may_be_open: NaN, to be found, as well.

known = {'np', 'nv', 'nr', 'nw', 'ns', 'nl', 'nm', 'ni', 'nc'};
yes = isstruct (dims) && numel (dims) == 1 && isequal (sort (fieldnames (dims)), sort (known'));
for i = 1:numel (known) * yes
    n = dims.(known{i});
    yes = yes && isa (n, 'double') && isreal (n) && numel (n) == 1 && (may_be_open && isnan (n) ...
        || n >= 0 && n <= 1000000 && n == floor (n));
end

end
