function table = tree_record_signals (table, wanted)
%TREE_RECORD_SIGNALS  Functions of time of a tree as recorded ones: table.recorded has the 3 x signals
%   values as numbers for the gateway, [] if there are none; table.called tells which of table.functions could
%   not be recorded, and are called. Of those that give h alone h' and h'' are derived.
%   wanted   'on', 'auto', 'off', see SYS_DERIVE_WANTED: an error, or no word, where it cannot be done

functions = table.functions;
table.recorded = zeros (0, 1);
table.called = true (1, numel (functions));
alone = arrayfun (@looked_at, functions);
if isempty (functions) || derive_busy () && ~any (alone)
    return
elseif derive_busy ()
    not_alone (functions(find (alone, 1)), 'a function of a system is being recorded');
end
busy = derive_busy (true);
keeper = derive_tape ();
t = geomstraced (gate_call ('tapeinputs', 0));
at = derive_parameters ([], 1);
ids = ids_of (geomstraced ('constants', zeros (3 * numel (table.breaks), 1)));
for i = 1:numel (functions)
    if strcmp (wanted, 'off') && ~alone(i)
        continue
    end
    [id, f, at, reason] = recorded (functions(i), alone(i), t, at);
    if isempty (reason)
        ids(f.rows) = id;
        table.functions(i) = f;
        table.called(i) = strcmp (wanted, 'off');
    elseif alone(i)
        not_alone (f, reason);
    elseif strcmp (wanted, 'on')
        error ('geoms:derive:refused', '%s cannot be recorded: %s.', f.name, reason);
    end
end
if ~all (table.called)
    table.recorded = gate_call ('record', ids, 1, 0);
end
clear keeper busy

end

function not_alone (f, reason)
error ('geoms:tree:motion', ['%s: the function of time gives h alone, and its derivatives cannot be ', ...
    'found, for it cannot be recorded: %s. Let it return [h; h''; h''''].'], f.name, reason);
end

% whether it gives h alone; an error unless it fits its rows
function alone = looked_at (f)
try
    count = numel (f.fcn (0));
catch e
    error ('geoms:tree:time', '%s: the function of time fails at t = 0: %s', f.name, e.message);
end
alone = tree_moves (f) && 3 * count == numel (f.rows);
tree_time_value (f.fcn, 0, numel (f.rows) / (1 + 2 * alone), f.name);
end

function [id, f, at, reason] = recorded (f, alone, t, at)
reason = 'it does not give the same value twice (rand, now, persistent, global)';
times = [0, 0.0918, 0.617, 2.43, 11.3];
id = int32 ([]);
if ~isequaln (f.fcn (0), f.fcn (0))
    return
elseif ~exist ('OCTAVE_VERSION', 'builtin') && alone
    reason = 'only in Octave functions are recorded without a word';
    return
end
try
    [id, at] = derive_call (@(q) reshape (f.fcn (t), [], 1), at);
    if alone
        rate = gate_call ('tapeslopes', id, 0);
        id = [id; rate; gate_call('tapeslopes', rate, 0)];
        f.rates = gate_call ('record', id, 1, 0);
    end
    if numel (id) ~= numel (f.rows)
        reason = 'it does not return the same number of values twice';
        return
    end
    reason = tree_signals_differ (f, gate_call ('tapeevaluate', id, times), times);
catch e
    reason = derive_reason (e);
end
end
