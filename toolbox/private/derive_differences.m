function core = derive_differences (sys, core, tspan, x)
%DERIVE_DIFFERENCES  core.differences of a derived system: whether at the start, where the equations of
%   motion have values, their derivatives have none (atan2 (0, 0), acos (1)): differences serve then.

if ~sys_derived (sys)
    return
end
x(isnan (x)) = 0;
handle = gate_native_run (core, tspan, x);
keeper = onCleanup (@() gate_call ('free', handle));
[rda, ~, J, ~, status, err] = gate_call ('evaluate', handle, core, tspan(1), x);
core.differences = double (isempty (err) && ~all (isfinite (J(:))) ...
    && (status == 0 || has_values (handle, core, tspan(1), x)) && all (isfinite (rda(:))));

end

% without derivatives
function yes = has_values (handle, core, t, x)
[part, status, err] = gate_call ('terms', handle, core, t, x);
yes = status == 0 && isempty (err) && all (isfinite (part.f));
end
