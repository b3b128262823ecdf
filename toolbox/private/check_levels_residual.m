function check_levels_residual (sys, core, tspan, x)
%CHECK_LEVELS_RESIDUAL  J against rda, gI against g, gII against gI, hI against h.
%   The derivatives are those along the flow  p' = f_kin, v' = M \ f_dyn, r' = b, s' from c = 0.
%   x: see CHECK_LEVELS_PHASES.

longest = diff_longest (tspan);
row = sys_rows (sys.dims);
measure = @(point) measured (sys, core, row, point, longest);
position = @(t, x) select (core.eom (t, x), [row.c, row.g, row.e]);
phases = {@jacobian, @(data, where) velocities(sys, data, where), ...
    @(data, where) accelerations(sys, data, where)};
check_levels_phases (sys, measure, phases, position, tspan, x);

end

function y = select (y, places)
y = y(places, :);
end

function data = measured (sys, core, row, point, longest)
data = struct ('J', []);
if ~isempty (core.jac)
    data.J = core.jac (point.t, point.x);
    data.d = point.size .* diff_direction (ones (size (point.x)), 5);
    [data.q, data.noise] = diff_along (core.eom, point, 0, data.d, Inf);
end
data.row = row;
data.function = 'eom';
if strcmp (sys.form, 'native')
    data.function = 'rda';
end
data.y = core.eom (point.t, point.x);
data.flow = sys_flow (sys, core, core.eom, point, data.y);
if all (isfinite (data.flow)) && sys.dims.nl + sys.dims.nm > 0
    [data.along, data.along_noise] = diff_along (core.eom, point, 1, data.flow, longest);
    data.terms = @() terms (core.eom, point, data.flow, longest);
end
end

% What each unknown, and t, does to the rows along the flow, added up; what rounding of the terms that
% they make up leaves of differences.
function [along, rounding] = terms (eom, point, flow, longest)
n = numel (flow);
directions = [zeros(n, 1), diag(flow), diag(point.x)];
[q, ~] = diff_derivative (eom, point, [1, zeros(1, 2 * n)], directions);
q(~isfinite (q)) = 0;
along = sum (abs (q(:, 1:n + 1)), 2);
rounding = 10 * eps * sum (abs (q(:, n + 2:end)), 2) / diff_step (point, flow, longest);
end

function jacobian (data, where)
if ~isempty (data.J)
    check_levels_compare ('geoms:check:jacobian', '''jac'' in a direction d, J d', ...
        data.J * data.d, data.q, data.noise, abs (data.J) * abs (data.d), ...
        'It must be + d rda / dx (the manual''s JAC returns the negative).', where);
end
end

function velocities (sys, data, where)
compare (sys, data, where, 'geoms:check:velocity', 'gI', 'g', '');
end

function accelerations (sys, data, where)
if ~sys.reduced
    compare (sys, data, where, 'geoms:check:acceleration', 'gII', 'gI', ', v'' = M \ fdyn');
    compare (sys, data, where, 'geoms:check:acceleration', 'hI', 'h', ', v'' = M \ fdyn');
end
end

function compare (sys, data, where, identifier, name, below, with)
if isfield (data, 'along')
    found = data.row.(name);
    from = data.row.(below);
    check_levels_compare (identifier, sprintf ('%s in ''%s''', name, data.function), ...
        data.y(found), data.along(from), data.along_noise(from), @() rows_of (data.terms, from), ...
        sprintf ('It must be the time derivative of %s along the motion%s.', below, with), where, ...
        @(i) sys_own_name (sys.names, name, i));
end
end

function [along, rounding] = rows_of (terms, rows)
[along, rounding] = terms ();
along = along(rows);
rounding = rounding(rows);
end
