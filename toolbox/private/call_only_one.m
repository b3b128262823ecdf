function call_only_one (name, e)
%CALL_ONLY_ONE  Raises the error of a vectorized function that fails for two points, not for one.
%   e is the error that it has raised for two points at once.

error ('geoms:system:vectorized', ['The function ''%s'' can be evaluated for one point, but fails for ', ...
    'two points at once (%s): with ''vectorized'' it must take one column for each.'], name, e.message);

end
