function text = call_not_finite (sys, t, x)
%CALL_NOT_FINITE  Which function returns NaN, Inf or a complex number at t, x, and where: a sentence
%   without its end, or '' if none does. What is not known of x is taken to be 0.

x(isnan (x)) = 0;
call_times (sys, t);
text = of_laws (sys, t, x);
[sys, x] = sys_user_part (sys, x);
roles = sys_roles ();
names = fieldnames (sys.functions);
for i = 1:numel (names)
    role = roles(strcmp (names{i}, {roles.name}));
    form = role.(sys.form);
    if any (form == 'x')
        y = call_user (sys, names{i}, t, x, []);
    elseif strncmp (form, 't,p,v', 5)
        y = call_user (sys, names{i}, t, x(sys.index.p), x(sys.index.v), call_z (sys.index, x));
    else
        y = call_user (sys, names{i}, t, x(sys.index.p), call_z (sys.index, x));
    end
    if isstruct (y)
        letters = fieldnames (y);
        for j = 1:numel (letters)
            text = first_of (text, sys, ['model: ', letters{j}], letters{j}, y.(letters{j}));
        end
    else
        text = first_of (text, sys, names{i}, role.letter, y);
    end
end

end

% functions of time of a tree: errors of their own
function call_times (sys, t)
if strcmp (sys.form, 'tree')
    for f = sys.tree.functions(:)'
        tree_signal_value (f, t);
    end
end
end

% those of a tree
function text = of_laws (sys, t, x)
text = '';
if strcmp (sys.form, 'tree') && ~isempty (sys.own)
    own = sys.own;
    own.system.parameters = sys.parameters;
    for law = own.laws
        motion = motion_of (sys, law.bodies, t, x);
        y = tree_law (law, t, x(sys.index.p), x(sys.index.v), motion, own);
        bad = find (~isfinite (y) | imag (y) ~= 0, 1);
        if ~isempty (bad)
            text = law_text (law, bad, y(bad));
            return
        end
    end
end
end

function text = law_text (law, row, value)
kind = {'moment', 'force'};
text = sprintf ('The law ''%s'' returned %s in the %s along %s on X.%s', law.name, ...
    number_text (value), kind{1 + (mod (row - 1, 6) > 2)}, char ('x' + mod (row - 1, 3)), ...
    law.fields{ceil(row / 6)});
end

% R, x, x', w of bodies, of the tree without what is added to it
function motion = motion_of (sys, bodies, t, x)
sys.own = [];
index = sys_index (gate_call ('treedims', sys.tree));
alone = zeros (numel ([index.lambda, index.r, index.v, index.p]), 1);
for block = {'v', 'p'}
    alone(index.(block{1})) = x(sys.index.(block{1}));
end
r = tree_results_at (sys, t, alone);
motion = r.motion(1:18, bodies);
end

function text = first_of (text, sys, name, letter, y)
if ~isnumeric (y) || ~isempty (text)    % of another type once: the run tells
    return
end
bad = find (~isfinite (y) | imag (y) ~= 0, 1);
if isempty (bad)
    return
end
[row, column] = ind2sub (size (y), bad);
number = number_text (full (y(bad)));
place = sprintf ('row %d%s', row, sys_own_name (sys.names, letter, row));
if strcmp (name, 'eom')
    place = sprintf ('row %d (%s)', row, sys_with_names (sys.names, row_name (sys, row)));
elseif size (y, 2) > 1
    place = sprintf ('%s, column %d', place, column);
end
text = sprintf ('The function ''%s'' returned %s in %s', name, number, place);
end

function text = number_text (value)
if isreal (value)
    text = sprintf ('%g', value);
else
    text = sprintf ('the complex number %g%+gi', real (value), imag (value));
end
end

% of the array as the user returns it
function name = row_name (sys, i)
if sys.reduced && i > sys.dims.nw
    i = i + sys.dims.nl + sys.dims.nm;
end
row = sys_rows (sys.dims);
blocks = fieldnames (row);
for j = 1:numel (blocks)
    at = find (row.(blocks{j}) == i);
    if ~isempty (at)
        name = sprintf ('%s(%d)', blocks{j}, at);
    end
end
end
