function x = geoms_divide (M, b)
%GEOMS_DIVIDE  x of M x = b; NaN where M is singular, whatever the units of its rows and columns.

x = NaN (size (b));
if geoms_rcond (M) >= 1e-12
    x = M \ b;
end

end
