function r = tree_results_at (sys, t, x)
%TREE_RESULTS_AT  Motions, reactions and energies of a tree at k times and states, see TREE_RESULTS.

[r, err] = gate_call ('treeresults', gate_system (sys), t, x);
if ~isempty (err)
    gate_raise (err);
elseif r.status < 0
    error ('geoms:memory', 'There is not enough memory for the results.');
elseif r.status > 0
    why = {['both ends of a spring are in one place: it has no direction; or a wheel lies flat; ', ...
        'or the ''map'' of a joint has no value'], ...
        'a body has lost its inertia in a special position: nothing tells its acceleration there'};
    error ('geoms:results:state', 'At t = %.10g, state %d of %d, %s.', t(r.done + 1), ...
        r.done + 1, numel (t), why{r.status});
end
r.t = t;
r.x = x;
k = numel (t);
r.motion = reshape (r.motion, 24, [], k);
r.joint = reshape (r.joint, 6, [], k);
r.loop = reshape (r.loop, 6, [], k);
r.force = reshape (r.force, 12, [], k);

end
