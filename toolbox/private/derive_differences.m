function [core, finite, keeper] = derive_differences (sys, core, tspan, x)
%DERIVE_DIFFERENCES  core.differences of a derived system: whether at the start, where the equations of
%   motion have values, their derivatives have none (atan2 (0, 0), acos (1)): differences serve then.
%   finite: whether all equations of motion have values there; false also if that is not known. core.probe:
%   see GATE_PROBE, where Jacobians are no differences; it lives as long as keeper.

finite = false;
keeper = [];
if ~sys_derived (sys)
    return
end
x(isnan (x)) = 0;
[handle, keeper] = gate_probe (core, tspan, x);
[part, status, err, values] = gate_call ('written', handle, core, tspan(1), x);
smooth = values(3);    % of rda, M, derivatives
known = isempty (err) && values(1);
core.differences = double (known && ~smooth && all (isfinite (part.f)));
if ~core.differences
    core.probe = handle;
end
finite = known && smooth && status == 0 && values(2) && is_bare (sys);

end

% nothing is given beside what is recorded
function yes = is_bare (sys)
recorded = {'mass', 'kinematics', 'force', 'constraint', 'nonholonomic', 'dynamics', 'auxiliary', ...
    'contact', 'invariant'};
yes = numel (fieldnames (sys.functions)) == sum (isfield (sys.functions, recorded));
end
