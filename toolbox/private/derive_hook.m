function [hook, reason] = derive_hook (sys, call, t, x)
%DERIVE_HOOK  A function among the options, recorded near the state x at the time t and compared with
%   itself: [], and the reason why, where this cannot be done.
%   call     y = call (sys, t, x), a struct with value, a column, and other fields, which must be
%            constants
%   hook     struct with numbers, for the gateway, count: of values, constants: the other fields

hook = [];
reason = '';
before = tried (sys, call, t, x);
if derive_busy () || isempty (before)
    return    % within a function that is being recorded; or not defined at the start
elseif ~isequaln (before, tried (sys, call, t, x))
    reason = 'It does not give the same value twice (rand, now, persistent, global).';
    return
end
busy = derive_busy (true);
keeper = derive_tape ();
try
    [id, at] = nodes_of (sys, call, numel (x));
    hook = struct ('numbers', gate_call ('record', id.value, numel (x) + 1, numel (at.values)), ...
        'count', numel (id.value), 'constants', constants_of (rmfield (id, 'value')));
catch e
    reason = [derive_reason(e), '.'];
end
clear keeper busy
points = derive_points ([x; t], numel (x) + 1, [0 0.1 0.1 0.3 1 3]);
text = derive_hook_differs (sys, call, hook, points);
if ~isempty (text)
    hook = [];
    reason = text;
end

end

% [] where it raises an error
function y = tried (sys, call, t, x)
y = [];
try
    evalc ('y = call (sys, t, x);');
catch
end
end

% parameters that had to be constants are right for this run
function [id, at] = nodes_of (sys, call, n)
in = geomstraced (gate_call ('tapeinputs', (0:n)'));
at = derive_parameters (sys.parameters, n + 1);
[id, at] = derive_call (@(q) call(with (sys, q), in(n + 1), in(1:n)), at);
end

function sys = with (sys, q)
sys.parameters = q;
end

function constants = constants_of (id)
constants = struct ();
for name = fieldnames (id)'
    [known, values] = gate_call ('tapevalues', id.(name{1}));
    if ~all (known(:))
        error ('geoms:derive:refused', '%s depends on the unknowns', name{1});
    end
    constants.(name{1}) = values;
end
end
