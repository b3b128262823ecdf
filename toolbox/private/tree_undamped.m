function info = tree_undamped (sys, info)
%TREE_UNDAMPED  sol.info whose message names the body of a tree that moves without mass and damper.

number = str2double (regexp (info.message, '(?<=v\()\d+', 'match', 'once'));
if ~strcmp (sys.form, 'tree') || ~strcmp (info.name, 'UNDAMPED') || isnan (number)
    return
end
velocity = sys.names.v{number};
body = velocity(1:find (velocity == '.', 1) - 1);
info.message = sprintf (['Body ''%s'' has no mass along ''%s'', what it carries gives it ', ...
    'none, and no damper acts on that motion: %s'], body, velocity, info.message);
info.remedy = sprintf (['Give it a mass, add a damper (geomsaddforce (tree, ''joint'', ', ...
    '''%s'', ''damping'', ...), or one to a spring), or remove that coordinate of the joint.'], ...
    velocity);

end
