function x = run_event_action (t, x, ie, sys, fcn, extra)
%RUN_EVENT_ACTION  The state after events: calls EventAction and puts what it returns into x.
%   That is [p, v] in the mechanical form and of trees, x in the others, or in all of them a struct of what
%   changes, with fields among p, v and r. It is not consistent yet.

mechanical = sys_by_name (sys);
list = call_arguments (sys, [mechanical, false], t, x);
list{end + 1} = ie;
if extra(2)
    list{end + 1} = sys.parameters;
end
try
    out = returned (fcn, list, 1 + mechanical);
catch e
    call_no_value (e, mfilename (), 'geoms:events:action', 'EventAction');
end

if isstruct (out{1})
    x = changed (x, out{1}, sys.index, t);
elseif ~mechanical
    x = checked ('x', out{1}, numel (x), t);
elseif numel (out) == 2
    x(sys.index.p) = checked ('p', out{1}, numel (sys.index.p), t);
    x(sys.index.v) = checked ('v', out{2}, numel (sys.index.v), t);
else
    error ('geoms:events:action', ['EventAction returned a %s of size %d x %d at t = %.10g; ', ...
        'it must return [p, v], or a struct with those of the fields p, v and r that change.'], ...
        class (out{1}), size (out{1}, 1), size (out{1}, 2), t);
end

end

% One or two values. An anonymous function does not tell how many it has: it is asked for two and, if
% there is no second one, for one. Not so @(...) struct (...), whose arguments are evaluated once.
function out = returned (fcn, list, most)
out = cell (1, most);
count = nargout (fcn);
if count == 1 || ~isempty (regexp (func2str (fcn), '^@\([^)]*\)\s*struct\s*\(', 'once'))
    out = cell (1, 1);
end
if count == 0
    error ('geoms:events:action', 'it has no output');
end
try
    [out{:}] = fcn (list{:});
catch e
    if count > 0 || numel (out) == 1 || ~lacks_second (e)
        rethrow (e);
    end
    y = fcn (list{:});
    out = {y};
end
end

function yes = lacks_second (e)
yes = any (strcmp (e.identifier, {'Octave:invalid-fun-call', 'MATLAB:TooManyOutputs', ...
    'MATLAB:maxlhs', 'MATLAB:needMoreRhsOutputs'})) ...
    || ~isempty (regexp (e.message, ['element number 2 undefined|some elements undefined|', ...
    'invalid number of output arguments'], 'once'));
end

function x = changed (x, what, index, t)
if numel (what) > 1
    error ('geoms:events:action', ['EventAction returned a %d x %d array of structs at ', ...
        't = %.10g; it must return one struct: struct (''v'', {...}) makes as many as the ', ...
        'braces hold.'], size (what, 1), size (what, 2), t);
end
fields = fieldnames (what);
for i = 1:numel (fields)
    need_possible (fields{i}, t);
end
for i = 1:numel (fields) * numel (what)
    at = index.(fields{i});
    x(at) = checked (fields{i}, what.(fields{i}), numel (at), t);
end
end

function need_possible (field, t)
why = '';
if any (strcmp (field, {'p', 'v', 'r'}))
    return
elseif any (strcmp (field, {'w', 's', 'lambda', 'mu'}))
    why = [' ', field, ' follows from these.'];
elseif any (strcmp (field, {'q', 'd', 'mode'}))
    why = [' ', field, ' cannot be changed during a run: make the event terminal and go on with ', ...
        'geomsextend, which takes a system with other parameters.'];
end
error ('geoms:events:field', ['EventAction returned a struct with the field %s at t = %.10g; ', ...
    'its fields may be p, v and r.%s'], field, t, why);
end

function value = checked (name, value, count, t)
if ~isnumeric (value) || numel (value) ~= count || ~isreal (value) || ~all (isfinite (value(:)))
    error ('geoms:events:action', ['EventAction returned, as %s, a %s of size %d x %d at ', ...
        't = %.10g; it must return %d real and finite numbers.'], name, class (value), ...
        size (value, 1), size (value, 2), t, count);
end
value = double (full (value(:)));
end
