function tspan = check_tspan (tspan)
%CHECK_TSPAN  The time span as a row of class double, strictly monotonous and finite.

if ~isnumeric (tspan) || ~isreal (tspan) || numel (tspan) < 2 || numel (tspan) ~= max (size (tspan))
    error ('geoms:tspan:type', ['The time span must be a vector [t0 tf] or [t0 t1 ... tf] of ', ...
        'real numbers; it is %s.'], check_described (tspan));
end
tspan = double (full (tspan(:)'));
if numel (tspan) == 2 && all (isfinite (tspan)) && tspan(1) ~= tspan(2)
    return
end
bad = find (~isfinite (tspan), 1);
if ~isempty (bad)
    error ('geoms:tspan:value', 'tspan(%d) = %g is not finite.', bad, tspan(bad));
end
if numel (tspan) == 2 && tspan(1) == tspan(2)
    error ('geoms:tspan:order', ['The time span [%.10g %.10g] is empty. For consistent initial ', ...
        'values without a run use geomsinit (sys, %.10g, x0).'], tspan, tspan(1));
end
bad = find (diff (tspan) * sign (tspan(2) - tspan(1)) <= 0, 1);
if ~isempty (bad)
    error ('geoms:tspan:order', ['The time span must be strictly monotonous: tspan(%d) = ', ...
        '%.10g is followed by tspan(%d) = %.10g.'], bad, tspan(bad), bad + 1, tspan(bad + 1));
end

end
