function [value, fcn] = tree_function (given, count, moves, name, where)
%TREE_FUNCTION  A value of a tree that may be a function of time: count x 1 numbers and [], or zeros
%   and the function, a handle or a table, struct with t (1 x k) and values (count x k).
%   moves    a handle gives [h; h'; h''], or h alone: its derivatives are found when it is recorded

value = zeros (count, 1);
fcn = [];
if isa (given, 'function_handle')
    fcn = given;
    check_time_alone (fcn, name, where);
    try_out (fcn, count, moves, name, where);
elseif isstruct (given)
    fcn = table_of (given, count, name, where);
elseif isnumeric (given) && ndims (given) == 2 && size (given, 1) == count + 1 ...
        && size (given, 2) > 1
    fcn = table_of (struct ('t', given(1, :), 'values', given(2:end, :)), count, name, where);
else
    refuse_matrix (given, count, name, where);
    value = tree_numbers (given, count, name, where);
end

end

% what is meant to be a table, and is none
function refuse_matrix (given, count, name, where)
if ~isnumeric (given) || numel (given) <= count || ndims (given) > 2
    return
end
hint = '';
if size (given, 2) == count + 1 && size (given, 1) > 1
    hint = ' (yours looks transposed)';
elseif isequal (size (given), [count + 1, 1])
    hint = ' and at least 2 columns';
end
error ('geoms:tree:value', ['%s: %s must be %d real and finite number%s, a function of time, ', ...
    'or a table [t; values] with %d rows%s, not %s.'], where, name, count, ...
    repmat ('s', 1, count > 1), count + 1, hint, check_described (given));
end

function check_time_alone (fcn, name, where)
list = regexp (func2str (fcn), '^@\(([^)]*)\)', 'tokens', 'once');
if ~isempty (list) && any (list{1} == ',')
    error ('geoms:tree:time', ['%s: %s is a function of time alone, @(t), not @(%s). What depends on ', ...
        'positions or velocities goes into the forces on the coordinates, geomssys (tree, ''force'', ', ...
        '@(t,p,v) ...), or into a ''law'' (geomsaddforce); parameters are numbers in it: describe the tree ', ...
        'anew for others.'], where, name, list{1});
end
end

function try_out (fcn, count, moves, name, where)
where = [where, ': ', name];
try
    given = count;
    if moves
        given = number_of (fcn (0), count, where);
    end
    tree_time_value (fcn, 0, given, where);
catch e
    if strcmp (e.identifier, 'geoms:tree:time')
        rethrow (e);
    end
    error ('geoms:tree:time', '%s: the function of time fails at t = 0: %s', where, e.message);
end
end

% h alone, or with its derivatives
function given = number_of (y, count, where)
given = numel (y);
if ~isnumeric (y) || given ~= count && given ~= 3 * count
    error ('geoms:tree:time', ['%s: the function of time returns %s at t = 0; it must return h, %d x 1, ', ...
        'or [h; h''; h''''], %d x 1.'], where, check_described (y), count, 3 * count);
end
end

function fcn = table_of (given, count, name, where)
if numel (given) ~= 1 || ~all (isfield (given, {'t', 'values'})) || ~are_numbers (given.t) ...
        || ~are_numbers (given.values) || numel (given.t) < 2 ...
        || numel (given.t) ~= max (size (given.t)) || any (diff (double (given.t(:))) <= 0) ...
        || ~isequal (size (given.values), [count, numel(given.t)])
    error ('geoms:tree:table', ['%s: a table for %s must be a matrix [t; values] with %d ', ...
        'rows, or a struct with t and values (%d x numel (t)), of finite numbers with rising ', ...
        'times, at least 2.%s'], where, name, count + 1, count, stays(given));
end
fcn = struct ('t', double (full (given.t(:)')), 'values', double (full (given.values)));
for i = 1:count
    look_between (fcn.t, fcn.values(i, :), name, where);
end
end

% a spline through few points may go anywhere
function look_between (t, y, name, where)
between = [0.75, 0.5, 0.25]' * t(1:end - 1) + [0.25, 0.5, 0.75]' * t(2:end);
z = spline (t, y, between(:)');
[over, at] = max (max (z - max (y), min (y) - z));
if over > 0.5 * (max (y) - min (y))
    run_warn ('geoms:tree:overshoot', ['%s: the spline through the table for %s is %.3g at t = %.6g, where ', ...
        'the table has values from %.3g to %.3g. Give values closer there, or a handle @(t).'], where, name, ...
        z(at), between(at), min (y), max (y));
end
end

% the first time that does not rise
function text = stays (given)
text = '';
if numel (given) == 1 && isfield (given, 't') && are_numbers (given.t)
    t = double (given.t(:));
    i = find (diff (t) <= 0, 1);
    if ~isempty (i)
        text = sprintf (' Time number %d, %.6g, does not lie behind the one before, %.6g.', i + 1, t(i + 1), t(i));
    end
end
end

function yes = are_numbers (x)
yes = isnumeric (x) && isreal (x) && ndims (x) == 2 && all (isfinite (x(:)));
end
