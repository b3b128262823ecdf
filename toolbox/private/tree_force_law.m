function tree = tree_force_law (tree, list)
%TREE_FORCE_LAW  geomsaddforce (tree, 'law', fcn, bodies, ...): into the list tree.laws, of which an
%   entry has fcn, bodies (numbers), fields (their names as fields of X) and takes_q.

where = 'Force element ''law''';
if numel (list) < 2
    error ('geoms:arguments:number', ['%s needs a function @(t,p,v,X) and the bodies it acts on, ', ...
        'geomsaddforce (tree, ''law'', fcn, {''wheel'', ''hull''}).'], where);
end
given = tree_options (list(3:end), {'name'}, where);
[fcn, count] = call_handle ('law', list{1}, 't,p,v,X');
if count ~= 4 && count ~= 5
    error ('geoms:tree:law', ['%s: its function must take (t, p, v, X), and may take the ', ...
        'parameters behind them; it takes %s.'], where, call_takes (count));
end
names = list{2};
if ischar (names)
    names = {names};
end
if ~iscellstr (names) || isempty (names)
    error ('geoms:tree:law', '%s: the bodies must be a name or a cell of names, not %s.', where, ...
        check_described (names));
end
law = struct ('fcn', fcn, 'bodies', zeros (1, numel (names)), 'fields', {cell(1, numel (names))}, ...
    'takes_q', count == 5);
for i = 1:numel (names)
    law.bodies(i) = tree_body_number (tree, names{i}, where);
    law.fields{i} = field_of (names{i});
    if law.bodies(i) == 0
        error ('geoms:tree:loop', '%s: it moves nothing on the ground.', where);
    elseif any (strcmp (law.fields{i}, law.fields(1:i - 1)))
        error ('geoms:tree:twice', '%s: two bodies are called X.%s there.', where, law.fields{i});
    end
end
name = tree_own_name (tree, 'laws', given, 'law', 'law');
tree.laws = tree_list_add (tree.laws, {name}, numel (names), {law});

end

% letters, digits and _, a letter first
function name = field_of (name)
name = regexprep (name, '\W', '_');
if ~isletter (name(1))
    name = ['b', name];
end
end
