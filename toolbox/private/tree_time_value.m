function y = tree_time_value (fcn, t, count, where)
%TREE_TIME_VALUE  What a function of time returns: count x 1 numbers, or an error that names its
%   place.

y = fcn (t);
if ~isnumeric (y) || ~isreal (y) || numel (y) ~= count || numel (y) ~= max (size (y)) ...
        || ~all (isfinite (y))
    error ('geoms:tree:time', ['%s: the function of time returns %s at t = %.10g; it must ', ...
        'return %d x 1 real and finite numbers.'], where, check_described (y), t, count);
end
y = double (full (y(:)));

end
