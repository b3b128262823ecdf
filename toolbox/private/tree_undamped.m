function info = tree_undamped (sys, info, v)
%TREE_UNDAMPED  sol.info whose message names the body of a tree that moves without mass and damper,
%   or with one whose force does not grow with its speed; v: velocities of the start.

number = str2double (regexp (info.message, '(?<=v\()\d+', 'match', 'once'));
if ~strcmp (sys.form, 'tree') || ~strcmp (info.name, 'UNDAMPED') || isnan (number)
    return
end
velocity = sys.names.v{number};
body = velocity(1:find (velocity == '.', 1) - 1);
damper = 'no damper acts on that motion';
remedy = '';
friction = max ([0, abs(sys.tree.forces(38, sys.tree.forces(34, :) == number))]);
if friction > 0
    damper = sprintf (['its friction is saturated, for the other forces are larger than ', ...
        '''friction'' %g, which tells no speed'], friction);
elseif ~isempty (sys.own) && sys.own.forces && v(number) == 0
    damper = 'a damper of your own, if there is one, has no slope at v = 0';
    remedy = ['Start with another velocity, struct (''v'', ...): a force like v|v| has a ', ...
        'slope there. Or: '];
end
info.message = sprintf (['Body ''%s'' has no mass along ''%s'', what it carries gives it ', ...
    'none, and %s: %s'], body, velocity, damper, info.message);
info.remedy = sprintf (['%sGive it a mass, add a damper (geomsaddforce (tree, ''joint'', ', ...
    '''%s'', ''damping'', ...), or one to a spring), or remove that coordinate of the joint.'], ...
    remedy, velocity);

end
