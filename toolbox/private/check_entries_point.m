function point = check_entries_point (sys, position, t, x, number)
%CHECK_ENTRIES_POINT  The states at which geomscheck compares: see DIFF_POINT.
%   number 0 is the given state, 1 the same positions with other velocities and multipliers; those
%   above lie beside it and at other times, with positions that meet position (t, x) = 0 where there
%   are such. For even numbers the time is the given one.

x(isnan (x)) = 0;
if number < 2
    point = diff_point (sys, t, x, 1);
    if number == 0
        point.x = x;
    end
    point.where = sprintf ('state %d', number + 1);
    return
end
blocks = fieldnames (sys.index);
for i = 1:numel (blocks)
    at = sys.index.(blocks{i});
    x(at) = x(at) + 0.1 * diff_direction (x(at), 10 + number);
end
point = diff_point (sys, t, x, 2);
if mod (number, 2) == 1
    point.t = t + 0.1 * number * max (1, abs (t)) * 0.37;
end
moved = diff_point_onto (sys, position, point);
if ~any (isnan (moved))
    point.x = moved;
end
point.where = sprintf ('state %d', number + 1);

end
