function sys = derive_refused (sys, reason)
%DERIVE_REFUSED  A system whose functions are called, because they cannot be recorded: the reason stays in
%   sys.derive. An error where functions are missing that would have been derived.

sys = derive_again (sys);
sys.derive.status = 'refused';
sys.derive.reason = reason;
sys.derive.identifier = 'geoms:derive:refused';
derive_needs_jacobians (sys, reason);

end
