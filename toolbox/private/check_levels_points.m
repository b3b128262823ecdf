function points = check_levels_points (sys, tspan, x)
%CHECK_LEVELS_POINTS  The states at which CHECK_LEVELS_PHASES compares, all at once: t (1 x k), x and
%   size (n x k). x: the start, or a struct with states of a run.

if isstruct (x)
    points = struct ('t', x.t, 'x', x.x, 'size', diff_sizes (sys.index, x.x));
    return
end
first = diff_point (sys, tspan(1), x, 1);
second = diff_point (sys, tspan(1), x, 2);
if ~sys.autonomous
    second.t = tspan(1) + 0.137 * (tspan(end) - tspan(1));
end
points = struct ('t', [first.t, second.t], 'x', [first.x, second.x], 'size', [first.size, ...
    second.size]);

end
