function [m, n] = sys_shape (role, sizes)
%SYS_SHAPE  Size m x n of what the function of a role returns at one point; n = 0: a vector.

m = sizes.(role.rows);
n = 0;
if ~strcmp (role.columns, '0')
    n = sizes.(role.columns);
end

end
