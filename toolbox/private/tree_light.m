function tree_light (names, light)
%TREE_LIGHT  Warns of velocities NAMES of a tree that hardly any inertia resists.
%   LIGHT, of the core: their numbers; their inertias as parts of those that they are the rest of.

if isempty (light)
    return
end
list = arrayfun (@(k, part) sprintf ('''%s'' (%.2g)', names{k}, part), light(1, :), ...
    light(2, :), 'UniformOutput', false);
text = strjoin (list(1:min (end, 5)), ', ');
if numel (list) > 5
    text = sprintf ('%s and %d more', text, numel (list) - 5);
end
run_warn ('geoms:tree:nearlyMassless', ['geomssys: hardly any inertia resists %s, in ', ...
    'parentheses as a part of what is carried there: accelerations and reactions lose that ', ...
    'many digits, and steps follow fast vibrations. Leave out ''mass'' and ''inertia'' of the ', ...
    'body and give its joint a damper (geomsaddforce (tree, ''joint'', name, ''damping'', ', ...
    '...)), or make it heavier.'], text);

end
