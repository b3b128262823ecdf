function check_finite (sys, t, x)
%CHECK_FINITE  Raises an error that names the function of a system which returns NaN, Inf or a complex
%   number at the initial values, and the row.

text = call_not_finite (sys, t, x);
if ~isempty (text)
    error ('geoms:callback:finite', ['%s at the initial values, t = %.10g. Look at it there: ', ...
        'division by 0, the root or logarithm of a negative number?'], text, t);
end

end
