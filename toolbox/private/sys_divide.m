function x = sys_divide (M, b)
%SYS_DIVIDE  x of M x = b; NaN where M is singular, whatever the units of its rows and columns.

x = NaN (size (b));
if sys_rcond (M) >= 1e-12
    x = M \ b;
end

end
