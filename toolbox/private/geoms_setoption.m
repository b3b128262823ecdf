function opts = geoms_setoption (opts, name, value)
%GEOMS_SETOPTION  opts.(name) = value, with the name in any case and the value checked.
%   Numbers and words of the core are checked by the gateway, all at once (see geomsset).

if ~ischar (name)
    error ('geoms:options:name', 'The name of an option must be a text, not a %s.', class (name));
end
list = geoms_optionlist ();
at = find (strcmpi (name, {list.name}));
if isempty (at)
    unknown (name, {list.name});
end
if ischar (value)
    value = lower (value);
end
if ~isempty (value)
    check_own (list(at), value);
end
opts.(list(at).name) = value;

end

function unknown (name, names)
table = geoms_odesetnames ();
at = find (strcmpi (name, table(:, 1)));
if ~isempty (at)
    error ('geoms:options:odeset', 'The option %s of odeset cannot be used here. %s', ...
        table{at, 1}, table{at, 2});
end
error ('geoms:options:name', 'There is no option ''%s''. %s', name, geoms_nearest (name, names));
end

function check_own (entry, value)
if strcmp (entry.kind, 'tolerance')
    if isstruct (value)
        value = struct2cell (value);
        value = cellfun (@(c) double (c(:)'), value(:)', 'UniformOutput', false);
        value = [value{:}];
    end
    if ~isfloat (value) || ~isreal (value) || ~all (value(:) > 0 & value(:) < Inf)
        error ('geoms:options:value', ['%s must be positive and finite: one number, one for ', ...
            'each unknown in the order [w; lambda; mu; r; v; s; p], or a struct with fields ', ...
            'like p, v.'], ...
            entry.name);
    end
elseif any (strcmp (entry.name, {'Stats', 'Display'})) && ~any (strcmp (value, entry.choices))
    error ('geoms:options:value', '%s must be one of ''%s'' and ''%s''.', entry.name, ...
        entry.choices{:});
end
end
