function [c, reference] = cmp_reference (sys, x0, c)
%CMP_REFERENCE  The solution that a comparison compares with, and what belongs to it.
%   The first run, of one step, finds wrong input before anything long begins. Added to c:
%     index        rows of the unknowns; factor: n x 1, AbsTol divided by RelTol
%     energy       Energy as a function of t and a column of unknowns, or []
%     reference, relative   the solution; n x 1, what errors are divided by
%     times        those of comparison which it covers; x its values there
%     rows, multipliers     unknowns whose errors count: p, v, r; lambda, mu that are unique
%     uncertainty  largest error that the reference may have: ends of steps, times, multipliers
%     limit        seconds after which a run ends

c.limit = 0;
c.factor = 1;
who = struct ('formulation', 'psf', 'method', 'auto', 'options', geomsset ());
[start, who] = first_step (sys, x0, c, who);
c.index = start.extdata.index;
c.factor = expanded (start.extdata, c.AbsTol);
c.energy = energy_of (sys, c, start);

reference = c.Reference;
if isempty (reference)
    [reference, other] = computed (sys, x0, c, who);
else
    check_same (reference, start);
    check_start (c, reference, start, sys);
    other = [];
end
c.reference = reference;
[c.x, c.times] = values_at (sys, reference, c.times);
if isempty (c.times)
    error ('geoms:compare:reference', ...
        ['The reference, from t = %.10g to %.10g, has nothing in ', ...
        'common with the time span %.10g ... %.10g.'], reference.t([1, end]), c.tspan);
end
c.relative = c.factor + max (abs ([c.x, reference.y]), [], 2);
c.rows = [c.index.p, c.index.v, c.index.r];
c.multipliers = [c.index.lambda, c.index.mu];
if isfield (reference.info, 'multiplierUnique')
    c.multipliers = c.multipliers(reference.info.multiplierUnique(:)');
end
c.uncertainty = uncertainty (c, other);
c.limit = max (10, 5 * reference.stats.seconds);

end

% wrong input is an error here; a system without acceleration level can do with psi1 only
function [start, who] = first_step (sys, x0, c, who)
run = @(who) geoms (sys, c.tspan, x0, geomsset (cmp_options (c, who, ...
    max (c.Tolerances), NaN), 'MaxSteps', 1));
try
    start = run (who);
catch e
    if ~strcmp (e.identifier, 'geoms:system:reduced')
        rethrow (e);
    end
    who.formulation = 'psi1';
    start = run (who);
end
end

% a number for each unknown
function factor = expanded (data, given)
if isstruct (given)
    for name = fieldnames(data.index)'
        if ~isfield (given, name{1})
            given.(name{1}) = 1;
        end
    end
    for name = fieldnames(given)'
        if isfield (data.index, name{1}) && isempty (data.index.(name{1}))
            given = rmfield (given, name{1});
        end
    end
end
factor = opt_tolerance (data, 'AbsTol', given);
end

function energy = energy_of (sys, c, start)
energy = [];
if isempty (c.Energy) && isnumeric (c.Energy)
    return
end
forms = {'t,x', 't,p,v'};
form = forms{1 + sys_by_name(sys)};
[fcn, extra] = call_function ('Energy', c.Energy, form, sys.has_parameters);
sys.index = c.index;
energy = @(t, x) energy_at (fcn, call_arguments (sys, extra, t, x));
energy (start.t(1), start.y(:, 1));
end

% its value for one time
function E = energy_at (fcn, list)
try
    E = fcn (list{:});
catch e
    call_no_value (e, mfilename (), 'geoms:compare:energy', 'Energy');
end
if ~(isnumeric (E) || islogical (E)) || ~isreal (E) || numel (E) ~= 1
    error ('geoms:compare:energy', 'Energy must return one real number; it is %s.', ...
        check_described (E));
end
E = double (full (E));
end

% as accurate as rounding allows; the other one has ten times its tolerance
function [sol, other] = computed (sys, x0, c, who)
tolerance = max (1e-13, 1e-5 * min (c.Tolerances));
display = geomsget (c.Options, 'Display');
run = @(tolerance, display) geoms (sys, c.tspan, x0, geomsset (cmp_options (c, who, ...
    tolerance, NaN), 'Display', display, 'MaxWallTime', geomsget (c.Options, 'MaxWallTime')));
other = run (10 * tolerance, display);
sol = run (tolerance, 'off');
if abs (sol.t(end) - c.tspan(1)) < abs (other.t(end) - c.tspan(1)) ...
        && ~strcmp (sol.info.status, other.info.status)
    sol = other;     % rounding is in the way
    other = [];
end
end

function check_same (reference, start)
for name = {'np', 'nv', 'nr', 'nl', 'nm'}
    there = reference.extdata.dims.(name{1});
    here = start.extdata.dims.(name{1});
    if ~isequal (there, here)
        error ('geoms:compare:reference', ...
            ['The reference belongs to another system: %s is %d there ', ...
            'and %d here.'], name{1}, there, here);
    end
end
end

% a motion from other initial values says nothing
function check_start (c, reference, start, sys)
[x, t] = values_at (sys, reference, c.tspan(1));
if isempty (t) || t(1) ~= c.tspan(1)
    return
end
moving = [c.index.p, c.index.v, c.index.r];
there = x(moving, 1);
here = start.y(moving, 1);
apart = abs (there - here) ./ (c.factor(moving) + max (abs (there), abs (here)));
[worst, at] = max (apart);
if worst > 1e-3
    error ('geoms:compare:reference', ['The reference begins elsewhere at t = %.10g: %s is %.6g ', ...
        'there and %.6g here.'], c.tspan(1), name_of (c.index, moving(at)), there(at), here(at));
end
end

function name = name_of (index, row)
name = '';
for block = {'p', 'v', 'r'}
    at = find (index.(block{1}) == row);
    if ~isempty (at)
        name = sprintf ('%s(%d)', block{1}, at);
    end
end
end

% the reference at those times that it covers; without dense data these are its own
function [x, times] = values_at (sys, sol, times)
ends = sort (times([1, end]));
if isempty (sol.idata.dense.t)
    inside = sol.t >= ends(1) & sol.t <= ends(2);
    times = sol.t(inside);
    x = sol.y(:, inside);
    return
end
covered = sort (sol.idata.dense.t([1, end]));
times = times(times >= covered(1) & times <= covered(2));
x = geomsval (sol, times, sys);
end

function value = uncertainty (c, other)
value = NaN (3, 1);
if ~isempty (other)
    x = cmp_values (c, other, c.times);
    value([1 2]) = cmp_error (c, c.rows, x, c.x);
    value(3) = cmp_error (c, c.multipliers, x, c.x);
end
end
