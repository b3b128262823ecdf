function tree_needs_one (given, names, where)
%TREE_NEEDS_ONE  Raises an error unless at least one of these options is given.

if ~any (isfield (given, names))
    error ('geoms:tree:value', '%s needs at least one of %s: without them it does nothing.', ...
        where, strjoin (cellfun (@(name) ['''', name, ''''], names, 'UniformOutput', false), ', '));
end

end
