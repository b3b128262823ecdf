function entry = sweep_one (s, k)
%SWEEP_ONE  The member k of a sweep by GEOMS: its entry, whatever happens.
%   An error is one of this member; what was computed before it is its solution.

before = run_partial ();
run_partial ([]);
try
    [sys, x0] = sweep_member (s, k);
    sol = geoms (sys, s.tspan, x0, s.opts);
catch e
    if strcmp (e.identifier, 'geoms:interrupted')
        rethrow (e);
    end
    sol = sweep_failed (s, e, run_partial ());
end
run_partial (before);
entry = sweep_entry (s, k, sol);

end
