function text = tree_lost_map (sys, name, t, x)
%TREE_LOST_MAP  Which joint 'user' of a tree has no value just beyond the state x where a run ended
%   because something was not finite, or could not be evaluated; '' if none has, or this is not why.

text = '';
failures = {'NOT_FINITE', 'STEP_TOO_SMALL', 'NEWTON_FAILS', 'NEWTON_FAILS_START', ...
    'PROJECTION_FAILS'};
if ~strcmp (sys.form, 'tree') || isempty (sys.tree.maps) || ~any (strcmp (name, failures)) ...
        || ~all (isfinite (x([sys.index.p, sys.index.v])))
    return
end
users = find (sys.tree.bodies(29, :) > 0);
[nq, nv] = tree_sizes (sys.tree);
q = cumsum (nq);
k = cumsum (nv);
p = x(sys.index.p);
v = x(sys.index.v);
for i = 1:numel (users)
    at = p(q(users(i)) - nq(users(i)) + (1:nq(users(i))));
    rate = v(k(users(i)) - nv(users(i)) + (1:nv(users(i))));
    for h = [0, 10 .^ (-14:-2)]
        pose = gate_call ('mapvalues', sys.tree.maps{i}, at + h * rate, t + h);
        R = reshape (pose(4:12), 3, 3);
        if ~(all (isfinite (pose)) && max (max (abs (R' * R - eye (3)))) <= 1e-6)
            text = sprintf ([' Body ''%s'': the ''map'' of its joint has no value just beyond q = ', ...
                '%s: let it give a displacement and a rotation there, or end the run before by ', ...
                'an event.'], sys.tree.names.bodies{users(i)}, ...
                strtrim (sprintf ('%g ', at)));
            return
        end
    end
end

end
