function [n, m] = sys_unknowns (dims)
%SYS_UNKNOWNS  Number n of unknowns and number m of rows of the reduced derivative array.

n = dims.nw + dims.nl + dims.nm + dims.nr + dims.nv + dims.ns + dims.np;
m = n + dims.nl + dims.nm + dims.ni + dims.nl;

end
