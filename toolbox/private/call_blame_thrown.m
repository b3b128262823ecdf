function sol = call_blame_thrown (sys, found, sol, err)
%CALL_BLAME_THROWN  Into sol.info: which function raised an error that broke the run off, and when.
%   found is what the gateway knows of the run, with the states of the call that failed; err the
%   error, of the user's or the toolbox's own, which names the function itself.

[name, t] = culprit (sys, found, err);
text = err.message;
if ~isempty (name) && ~strncmp (err.identifier, 'geoms:', 6)
    identifier = '';
    if ~isempty (err.identifier)
        identifier = sprintf (' (%s)', err.identifier);
    end
    text = sprintf ('The function ''%s'' raised an error%s at t = %.10g: %s', name, identifier, t, text);
end
sol = sol_set_info (sol, 'CALLBACK_THREW', text);
sol.info.thrown = struct ('function', name, 'identifier', err.identifier, 'message', err.message, ...
    't', t);

end

% its name, as in geomssys or geomsset, or '' if nobody knows
function [name, t] = culprit (sys, found, err)
name = found.seen;
t = NaN;
if isempty (name) || ~found.seen_error
    name = '';
    return
end
t = found.seen_t(1);
if strcmp (name, 'gradient')
    name = 'invariantGradient';
elseif strcmp (name, 'ivcond') && sys_by_name (sys)
    name = 'condition';
elseif strcmp (name, 'blocks')
    [name, t] = among_blocks (sys, found, err);
end
end

% the first one that fails in the same way again, point by point
function [name, t] = among_blocks (sys, found, err)
[sys, states] = sys_user_part (sys, found.seen_x);
roles = sys_roles ();
names = fieldnames (sys.functions);
for j = 1:numel (found.seen_t)
    t = found.seen_t(j);
    x = states(:, j);
    for i = 1:numel (names)
        form = roles(strcmp (names{i}, {roles.name})).mechanical;
        list = {t, x(sys.index.p), x(sys.index.v), call_z(sys.index, x)};
        name = names{i};
        try
            call_user (sys, name, list{[true, true, strncmp(form, 't,p,v', 5), true]});
        catch e
            if strcmp (e.message, err.message)
                return
            end
        end
    end
end
name = '';
t = found.seen_t(1);
end
