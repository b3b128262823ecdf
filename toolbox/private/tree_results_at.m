function r = tree_results_at (sys, t, x)
%TREE_RESULTS_AT  Motions, reactions and energies of a tree at k times and states, see TREE_RESULTS.

[r, err] = gate_call ('treeresults', gate_system (sys), t, x);
if ~isempty (err)
    gate_raise (err);
elseif r.status ~= 0
    error ('geoms:results:state', ['In one of these states both ends of a spring are in one ', ...
        'place: it has no direction; or a wheel lies flat on its plane.']);
end
r.t = t;
r.x = x;
k = numel (t);
r.motion = reshape (r.motion, 24, [], k);
r.joint = reshape (r.joint, 6, [], k);
r.loop = reshape (r.loop, 6, [], k);

end
