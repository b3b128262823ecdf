function r = tree_results (sol, sys, t)
%TREE_RESULTS  What the states of a run say of bodies and joints, at the times t ([]: sol.t).
%   r.t 1 x k, r.x n x k, r.motion 24 x bodies x k, r.joint 6 x bodies x k, r.loop 6 x loops x k,
%   r.force 12 x forces x k, r.energy 2 x k, r.power 1 x k, as GEOMS_TREE_RESULTS gives them.
%   TREE_RESULTS_CHECK has looked at sol and sys.

if isempty (t)
    tree_same (sol, sys, sol.t);
    t = sol.t;
    x = sol.y;
else
    tree_same (sol, sys, t);
    x = geomsval (sol, t, sys);
    t = double (full (t(:)'));
end
r = tree_results_at (sys, t, x);

end
