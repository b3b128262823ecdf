function text = call_not_finite (sys, t, x)
%CALL_NOT_FINITE  Which function returns NaN, Inf or a complex number at t, x, and where: a sentence
%   without its end, or '' if none does. What is not known of x is taken to be 0.

x(isnan (x)) = 0;
[sys, x] = sys_user_part (sys, x);
roles = sys_roles ();
names = fieldnames (sys.functions);
text = '';
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

function text = first_of (text, sys, name, letter, y)
bad = find (~isfinite (y) | imag (y) ~= 0, 1);
if isempty (bad) || ~isempty (text)
    return
end
[row, column] = ind2sub (size (y), bad);
value = full (y(bad));
if isreal (value)
    number = sprintf ('%g', value);
else
    number = sprintf ('the complex number %g%+gi', real (value), imag (value));
end
place = sprintf ('row %d%s', row, sys_own_name (sys.names, letter, row));
if strcmp (name, 'eom')
    place = sprintf ('row %d (%s)', row, sys_with_names (sys.names, row_name (sys, row)));
elseif size (y, 2) > 1
    place = sprintf ('%s, column %d', place, column);
end
text = sprintf ('The function ''%s'' returned %s in %s', name, number, place);
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
