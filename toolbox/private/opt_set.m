function opts = opt_set (opts, name, value)
%OPT_SET  opts.(name) = value, with the name in any case and the value checked.
%   Numbers and words of the core are checked by the gateway, all at once (see geomsset).

if ~ischar (name) || size (name, 1) ~= 1
    error ('geoms:options:name', 'The name of an option must be a word, not a %s.', class (name));
end
list = opt_list ();
at = find (strcmpi (name, {list.name}));
if isempty (at)
    unknown (name, {list.name});
end
entry = list(at);
if islogical (value) && numel (value) == 1 && all (ismember ({'on', 'off'}, entry.choices))
    words = {'off', 'on'};
    value = words{1 + value};
end
if ischar (value) && (~any (strcmp (entry.kind, {'function', 'file'})) || strcmpi (value, 'none'))
    value = lower (value);
end
if ~isempty (value)
    check_option (entry, value);
end
opts.(entry.name) = value;

end

function unknown (name, names)
table = opt_odeset ();
at = find (strcmpi (name, table(:, 1)));
if ~isempty (at)
    error ('geoms:options:odeset', 'The option %s of odeset cannot be used here. %s', ...
        table{at, 1}, table{at, 2});
end
error ('geoms:options:name', 'There is no option ''%s''. %s', name, check_nearest (name, names));
end
