function check_vectorized (name, together, alone)
%CHECK_VECTORIZED  Raises an error if a vectorized function mixes up its points.
%   together: what it gives for all points in one call, alone: the same from one call per point.

if any (abs (together(:) - alone(:)) > 1e-10 * max (abs (alone(:))))
    error ('geoms:system:vectorized', ['The function ''%s'' gives other values for two points ', ...
        'at once than one by one: with ''vectorized'' it must treat each column by itself.'], name);
end

end
