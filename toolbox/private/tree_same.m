function tree_same (sol, sys, t)
%TREE_SAME  Raises an error unless the run has had the numbers of this system at the times t.
%   A run that GEOMSEXTEND has continued with other parameters has several parts; the time of the
%   change belongs to the one before.

if ~isnumeric (t) || isempty (t)
    return
end
parts = sol.extdata.tree;
here = tree_numbers_of (sys, 0);
direction = sign (sol.extdata.tspan(end) - sol.extdata.tspan(1));
for i = numel (parts):-1:2
    late = direction * (t - parts(i).from) > 0;
    refuse (parts(i), here, sys, t(late));
    t = t(~late);
end
refuse (parts(1), here, sys, t);

end

function refuse (part, here, sys, t)
if isempty (t)
    return
end
text = tree_differs (part, here, sys.tree.names);
if ~isempty (text)
    error ('geoms:results:parameters', ['At t = %.10g the run has had other numbers than this ', ...
        'system: %s. Give the system with which that part of the run was computed, ', ...
        'geomssys (sys, ''parameters'', q), and times within it.'], t(1), text);
end
end
