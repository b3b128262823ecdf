function law = tree_laws (own, start)
%TREE_LAWS  The laws of a tree as a recorded function of what they see, compared with the laws at some
%   states: struct with numbers, for the gateway; fixed, parameters that were recorded as constants, with
%   values. own: see TREE_OWN;   start: [x_o; t; motion] near which it will be used.

law = struct ('numbers', zeros (0, 1), 'fixed', false (0, 1), 'values', zeros (0, 1));
if isempty (own.laws)
    return
end
sys = own.system;
busy = derive_busy (true);
keeper = derive_tape ();
n = sys_unknowns (sys.dims);
inputs = numel (start);
in = geomstraced (gate_call ('tapeinputs', (0:inputs - 1)'));
at = derive_parameters (sys.parameters, inputs);
pick = @(x) {x(n + 1), x(sys.index.p), x(sys.index.v), reshape(x(n + 2:end), 18, [])};
list = pick(in);
try
    [id, at] = derive_call (@(q) wrenches (own, list, q), at);
catch e
    name = regexp (e.message, 'Law ''[^'']*''', 'match', 'once');
    e.message = regexprep (e.message, '^Law ''[^'']*'': ', '');
    if isempty (name)    % where recording ends at once
        name = ['Law ''', strjoin({own.laws.name}, ''' or '''), ''''];
    end
    error ('geoms:derive:refused', '%s cannot be recorded: %s.', name, derive_reason (e));
end
law.fixed = at.fixed;
law.values = at.values;
law.numbers = gate_call ('record', id, inputs, numel (at.values));
points = derive_points (start, inputs, [0, 0.1 * ones(1, 5), 1, 3]);
text = tree_laws_differ (own, law, points);
if ~isempty (text)
    error ('geoms:derive:check', '%s', text);
end
clear keeper busy

end

function W = wrenches (own, list, q)
own.system.parameters = q;
W = [];
for law = own.laws
    mine = list{4}(:, 1:numel (law.bodies));
    list{4} = list{4}(:, numel (law.bodies) + 1:end);
    W = [W; tree_law(law, list{1:3}, mine, own)]; %#ok<AGROW>
end
end
