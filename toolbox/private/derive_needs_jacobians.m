function derive_needs_jacobians (sys, reason)
%DERIVE_NEEDS_JACOBIANS  The error where a system that is not derived, for this reason, lacks Jacobians.

missing = sys_missing_jacobian (sys);
if ~isempty (missing)
    error ('geoms:derive:refused', ['%s Without ''derive'' the system needs ''%s'' (and its time ', ...
        'derivatives, but for the formulations psi1, ggl, index2, index3).'], reason, missing);
end

end
