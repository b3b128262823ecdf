function derive_own_error (sys, t, x)
%DERIVE_OWN_ERROR  Of a derived system that has no value at one of the states x, columns, at the times
%   t, or at one: the error that a function of the user's raises there, a guard of its own.

for k = 1:size (x, 2) * sys_derived (sys)
    call_not_finite (sys, t(min (k, end)), x(:, k));
end

end
