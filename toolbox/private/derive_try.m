function sys = derive_try (sys, t, at)
%DERIVE_TRY  Derives a system that waits for it, if it can be done: DERIVE_SYSTEM, or the reason why not
%   in sys.derive.
%   at is a state by name, t its time. An error where 'derive' is 'on', or where a system without what
%   would be derived cannot be integrated at all.

if derive_busy ()
    derive_needs_jacobians (sys, ['A function of a system that is being derived describes another ', ...
        'system.']);
    return
end
keeper = derive_busy (true);
before = derive_recall (sys);
if ~isempty (before)
    sys = sys_with_derived (sys, before);
else
    sys = try_it (sys, t, at);
end
clear keeper
if strcmp (sys.derive.status, 'refused')
    derive_needs_jacobians (sys, sys.derive.reason);
end

end

function sys = try_it (sys, t, at)
derive = sys.derive;
try
    derive = derive_system (sys, t, at);
catch e
    if strcmp (sys.derive.wanted, 'on') || strcmp (e.identifier, 'geoms:derive:memory')
        rethrow (e);
    end
    derive.status = 'refused';
    derive.reason = e.message;
    derive.identifier = e.identifier;
end
derive_recall (sys, derive);
sys = sys_with_derived (sys, derive);
end
