function check_levels_phases (sys, measure, phases, position, tspan, x)
%CHECK_LEVELS_PHASES  Comparisons at two states; what is below is compared at both of them first.
%   The second one lies at another time as well: at t = 0, where many motions that are prescribed
%   begin, sines and powers of t vanish. measure (point) gives what the phases {phase (data, where),
%   ...} compare. Hidden constraints, and models with quaternions, may be written in a form that is
%   right only where constraints and invariants are 0, position (t, x) = [c; g; e]: what is wrong is
%   therefore an error only if it is wrong there, too. In the place of x may stand a struct with the
%   states of a run, t (1 x k) and x (n x k): they are compared then, in their order.

if isstruct (x)
    for k = 1:numel (x.t)
        point = point_of (sys, x.t(k), x.x(:, k));
        state = state_at (try_to (measure, point), point);
        for i = 1:numel (phases)
            state = compare (sys, measure, phases{i}, position, state);
        end
    end
    return
end
first = diff_point (sys, tspan(1), x, 1);
second = diff_point (sys, tspan(1), x, 2);
if ~sys.autonomous
    second.t = tspan(1) + 0.137 * (tspan(end) - tspan(1));
end
first = state_at (measure (first), first);
second = state_at (try_to (measure, second), second);
for i = 1:numel (phases)
    first = compare (sys, measure, phases{i}, position, first);
    second = compare (sys, measure, phases{i}, position, second);
end

end

function state = state_at (data, point)
state = struct ('data', {data}, 'point', point, 'moved', false);
end

% once more where constraints and invariants hold, if it is wrong as it is
function state = compare (sys, measure, phase, position, state)
if isempty (state.data)
    return
end
try
    phase (state.data, state.point.where);
catch e
    if state.moved
        rethrow (e);
    end
    state = onto (sys, measure, position, state, e);
    phase (state.data, state.point.where);
end
end

function state = onto (sys, measure, position, state, e)
point = state.point;
d = sys.dims;
values = @(places) @(t, x) select (position (t, x), places);
all_rows = 1:d.ns + d.nl + d.ni;
point.x = diff_point_onto (sys, values (all_rows), point, ...
    [sys.index.v(1:end * (d.ni > 0)), sys.index.s, sys.index.p]);
if any (isnan (point.x)) && d.ni > 0
    point.x = diff_point_onto (sys, values (1:d.ns + d.nl), state.point);
end
point.tangent = d.ni > 0;
data = [];
if ~any (isnan (point.x))
    data = try_to (measure, point);
end
if isempty (data)
    rethrow (e);
end
state = state_at (data, point);
state.moved = true;
end

function y = select (y, places)
y = y(places, :);
end

% a state of a run
function point = point_of (sys, t, x)
point = struct ('t', t, 'x', x, 'size', diff_sizes (sys.index, x), 'where', ...
    sprintf ('at t = %.10g', t));
end

% a function need not be defined there
function data = try_to (measure, point)
data = [];
try
    data = measure (point);
catch e %#ok<NASGU>
end
end
