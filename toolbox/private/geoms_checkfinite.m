function geoms_checkfinite (sys, t, x)
%GEOMS_CHECKFINITE  Raises an error if a user's function returns NaN, Inf or a complex number at x.
%   It names the function and the row. What is not known of x is taken to be 0.

x(isnan (x)) = 0;
roles = geoms_roles ();
names = fieldnames (sys.functions);
for i = 1:numel (names)
    form = roles(strcmp (names{i}, {roles.name})).(sys.form);
    if any (form == 'x')
        y = geoms_call (sys, names{i}, t, x, []);
    elseif strncmp (form, 't,p,v', 5)
        y = geoms_call (sys, names{i}, t, x(sys.index.p), x(sys.index.v), geoms_z (sys.index, x));
    else
        y = geoms_call (sys, names{i}, t, x(sys.index.p), geoms_z (sys.index, x));
    end
    if isstruct (y)
        letters = fieldnames (y);
        for j = 1:numel (letters)
            need_finite (sys, ['model: ', letters{j}], y.(letters{j}), t);
        end
    else
        need_finite (sys, names{i}, y, t);
    end
end

end

function need_finite (sys, name, y, t)
bad = find (~isfinite (y) | imag (y) ~= 0, 1);
if isempty (bad)
    return
end
[row, column] = ind2sub (size (y), bad);
value = full (y(bad));
if isreal (value)
    text = sprintf ('%g', value);
else
    text = sprintf ('the complex number %g%+gi', real (value), imag (value));
end
place = sprintf ('row %d', row);
if strcmp (name, 'eom')
    place = sprintf ('row %d (%s)', row, row_name (sys, row));
elseif size (y, 2) > 1
    place = sprintf ('row %d, column %d', row, column);
end
error ('geoms:callback:finite', ['The function ''%s'' returned %s in %s at the initial ', ...
    'values, t = %.10g. Look at it there: division by 0, the root or logarithm of a negative number?'], ...
    name, text, place, t);
end

% of the array as the user returns it
function name = row_name (sys, i)
if sys.reduced && i > sys.dims.nw
    i = i + sys.dims.nl + sys.dims.nm;
end
row = geoms_rows (sys.dims);
blocks = fieldnames (row);
for j = 1:numel (blocks)
    at = find (row.(blocks{j}) == i);
    if ~isempty (at)
        name = sprintf ('%s(%d)', blocks{j}, at);
    end
end
end
