function derive_check (sys, described, recorded, levels)
%DERIVE_CHECK  What was recorded beside the functions themselves, and levels that are given beside those
%   that were derived, at the start and at states beside it.

start = described.start;
n = sys_unknowns (sys.dims);
for k = 0:5
    input = start;
    input(1:n + 1) = start(1:n + 1) + (k > 0) * 0.1 * max (1, abs (start(1:n + 1))) .* ...
        diff_direction (start(1:n + 1), 20 + k);
    x = input(1:n);
    for name = fieldnames (sys.functions)'
        compare (sys, name{1}, recorded, input, x);
    end
    compare_levels (sys, recorded, levels, input);
end

end

function compare (sys, name, recorded, input, x)
roles = sys_roles ();
form = roles(strcmp (name, {roles.name})).mechanical;
list = {input(numel (x) + 1), x(sys.index.p), x(sys.index.v), call_z(sys.index, x)};
list = list([true, true, strncmp(form, 't,p,v', 5), true]);
try
    expected = call_user (sys, name, list{:});
    again = call_user (sys, name, list{:});
catch e %#ok<NASGU>
    return    % not defined there
end
if ~has_objects (expected) && ~has_objects (again) && ~isequaln (expected, again)
    error ('geoms:derive:check', ['%s does not give the same value twice (rand, now, persistent, ', ...
        'global): say ''derive'', ''off''.'], name);
elseif has_objects (expected) || has_objects (again)
    error ('geoms:derive:check', ['%s keeps values from one call to the next (persistent): clear it, ', ...
        'and say ''derive'', ''off''.'], name);
end
if isstruct (expected)
    for letter = fieldnames (expected)'
        compare_values ([name, ': ', letter{1}], recorded.(letter{1}), input, expected.(letter{1}), ...
            list{1});
    end
else
    compare_values (name, recorded.(name), input, expected, list{1});
end
end

% one value, or one of those in the struct of 'model'
function yes = has_objects (value)
yes = isobject (value) || isstruct (value) && any (structfun (@isobject, value));
end

function compare_values (name, id, input, expected, t)
found = gate_call ('tapeevaluate', reshape (id, [], 1), input);
expected = double (full (expected(:)));
bad = find (~(abs (found - expected) <= 1e-11 * max (1, abs (expected)) ...
    | isnan (found) & (isnan (expected) | imag (expected) ~= 0)), 1);
if ~isempty (bad)
    error ('geoms:derive:check', ['%s(%d) is %.10g when recorded and %.10g when called, at t = %g: ', ...
        'does it keep values, read files, use switch or rand? Say ''derive'', ''off''.'], name, bad, ...
        found(bad), expected(bad), t);
end
end

% G Z, gI, gII - G Z v', H Z, hI - H Z v'
function compare_levels (sys, recorded, levels, input)
d = sys.dims;
rows = d.nl + d.nm;
value = gate_call ('tapeevaluate', levels, input);
C = reshape (value(1:rows * d.nv), rows, d.nv);
gI = value(rows * d.nv + (1:d.nl));
gamma = value(rows * d.nv + d.nl + (1:rows));
Z = eye (d.nv);
name = pick (recorded, {'kinematics', 'Z'});
if ~isempty (name)
    Z = reshape (values (recorded, name, input), d.np, d.nv);
end
list = {{'constraintJacobian', 'G'}, C(1:d.nl, :); {'nonholonomicJacobian', 'H'}, ...
    C(d.nl + 1:end, :); {'constraintVelocity', 'gI'}, gI; {'constraintAcceleration', 'gIIpart'}, ...
    gamma(1:d.nl); {'nonholonomicAcceleration', 'hIpart'}, gamma(d.nl + 1:end)};
for i = 1:size (list, 1)
    name = pick (recorded, list{i, 1});
    if isempty (name)
        continue
    end
    given = values (recorded, name, input);
    if i <= 2
        given = reshape (given, [], d.np) * Z;
    end
    compare_level (name, given, list{i, 2});
end
end

function y = values (recorded, name, input)
y = gate_call ('tapeevaluate', reshape (recorded.(name), [], 1), input);
end

function name = pick (recorded, names)
name = '';
for i = 1:numel (names)
    if isfield (recorded, names{i})
        name = names{i};
    end
end
end

function compare_level (name, given, derived)
bad = find (abs (given - derived) > 1e-9 * (1 + abs (derived)), 1);
if ~isempty (bad)
    [i, j] = ind2sub (size (derived), bad);
    error ('geoms:derive:check', ['%s is given and wrong: entry (%d,%d), by p'' = Z v or as it ', ...
        'stands, is %.10g, derived is %.10g. Leave it out.'], name, i, j, given(bad), derived(bad));
end
end
