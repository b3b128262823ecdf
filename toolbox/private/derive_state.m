function x = derive_state (sys, at)
%DERIVE_STATE  A state by name as a vector; what is not known is 0.

x = zeros (sys_unknowns (sys.dims), 1);
for block = fieldnames (sys.index)'
    x(sys.index.(block{1})) = at.(block{1});
end
x(isnan (x)) = 0;

end
