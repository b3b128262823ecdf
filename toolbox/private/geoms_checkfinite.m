function geoms_checkfinite (sys, t, x)
%GEOMS_CHECKFINITE  Raises an error if a user's function returns NaN, Inf or a complex number at x.
%   It names the function and the row. What is not known of x is taken to be 0.

text = geoms_notfinite (sys, t, x);
if ~isempty (text)
    error ('geoms:callback:finite', ['%s at the initial values, t = %.10g. Look at it there: ', ...
        'division by 0, the root or logarithm of a negative number?'], text, t);
end

end
