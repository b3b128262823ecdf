function c = cmp_arguments (tspan, list)
%CMP_ARGUMENTS  The names and values of GEOMSCOMPARE, checked: a struct with all of them.
%   Beside them: tspan, begin and end; times (1 x k) of comparison.

c = struct ('Formulations', [], 'Methods', [], 'Contenders', [], 'Tolerances', [], 'AbsTol', [], ...
    'Steps', [], 'Energy', [], 'Reference', [], 'Times', [], 'Options', [], 'Display', [], ...
    'Plot', []);
known = fieldnames (c);
if mod (numel (list), 2) ~= 0
    error ('geoms:options:pairs', ...
        ['After x0 geomscompare takes pairs of a name and a value; %d ', ...
        'arguments are given.'], numel (list));
end
for i = 1:2:numel (list)
    at = which_name (list{i}, known);
    c.(known{at}) = list{i + 1};
end
c.Tolerances = numbers ('Tolerances', c.Tolerances, [1e-3 1e-5 1e-7], 10 * eps, 1);
c.Steps = numbers ('Steps', c.Steps, zeros (1, 0), 0, Inf);
c.AbsTol = factor (c.AbsTol);
c.Display = switch_of ('Display', c.Display);
c.Plot = switch_of ('Plot', c.Plot);
c.Options = options (c.Options);
if ~isempty (c.Reference)
    check_solution (c.Reference, 'geoms:compare:reference');
end
c.tspan = tspan([1, end]);
c.times = times_of (tspan, c.Times);

end

function at = which_name (name, known)
if ~ischar (name) || size (name, 1) ~= 1
    error ('geoms:options:name', 'The name of an option must be a word, not a %s.', class (name));
end
at = find (strcmpi (name, known));
if isempty (at)
    error ('geoms:options:name', 'geomscompare has no option ''%s''. %s', name, ...
        check_nearest (name, known));
end
end

function list = numbers (name, list, standard, lowest, highest)
if isempty (list) && isnumeric (list)
    list = standard;
    return
end
if ~isnumeric (list) || ~isreal (list) || numel (list) ~= max (size (list)) ...
        || ~all (list(:) > lowest & list(:) < highest)
    error ('geoms:options:value', ...
        '%s must be one or more numbers above %.3g and below %g, not %s.', ...
        name, lowest, highest, check_described (list));
end
list = reshape (double (full (list)), 1, []);
end

% AbsTol, divided by RelTol
function value = factor (value)
if isempty (value) && isnumeric (value)
    value = 1;
end
all_values = value;
if isstruct (value) && numel (value) == 1
    all_values = struct2cell (value);
    if all (cellfun (@isnumeric, all_values))
        all_values = cellfun (@(x) double (x(:)), all_values, 'UniformOutput', false);
        all_values = vertcat (zeros (0, 1), all_values{:});
    end
end
if ~isnumeric (all_values) || ~isreal (all_values) ...
        || ~all (all_values(:) > 0 & all_values(:) < Inf)
    error ('geoms:options:value', ...
        ['AbsTol, here divided by RelTol, must be a positive number, one ', ...
        'for each unknown, or a struct with fields like p, v, not %s.'], check_described (value));
end
end

function word = switch_of (name, word)
if isempty (word) && isnumeric (word)
    word = 'on';
end
if ~ischar (word) || ~any (strcmpi (word, {'on', 'off'}))
    error ('geoms:options:value', '%s must be ''on'' or ''off'', not %s.', name, ...
        check_described (word));
end
word = lower (word);
end

function opts = options (opts)
if isempty (opts) && isnumeric (opts)
    opts = geomsset ();
elseif ~isstruct (opts)
    error ('geoms:options:type', 'Options must be a struct from geomsset, not %s.', ...
        check_described (opts));
end
opts = geomsset (opts);
check_comparison_options (opts, 'Options');
end

function times = times_of (tspan, count)
if isempty (count) && isnumeric (count)
    count = 201;
elseif numel (tspan) > 2
    error ('geoms:options:value', ...
        ['Times is for time spans [t0 tf]; here the %d values of the ', ...
        'time span are the times of comparison.'], numel (tspan));
end
if ~isnumeric (count) || ~isreal (count) || numel (count) ~= 1 ...
        || ~(count >= 2 && count <= 1e6 && count == fix (count))
    error ('geoms:options:value', 'Times must be a whole number from 2 to 1000000, not %s.', ...
        check_described (count));
end
times = tspan;
if numel (tspan) == 2
    times = linspace (tspan(1), tspan(2), double (full (count)));
end
end
