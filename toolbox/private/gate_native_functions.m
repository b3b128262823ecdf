function core = gate_native_functions (sys, core, handle)
%GATE_NATIVE_FUNCTIONS  The core of a system in C (SYS_IN_C) with eom, mass and jac as functions, for checks.
%   handle is a run of the system; [rda, M] = core.eom (t, x).

plain = core;
core.eom = @(t, x) evaluated (handle, plain, t, x, [1 2]);
core.mass = @(t, x) evaluated (handle, plain, t, x, 2);
if sys.has.jac
    core.jac = @(t, x) evaluated (handle, plain, t, x, 3);
end

end

% outputs number `which` of the command: rda, M, J
function varargout = evaluated (handle, plain, t, x, which)
[out{1:6}] = gate_call ('evaluate', handle, plain, t, x);
if ~isempty (out{6})
    gate_raise (out{6});
end
varargout = out(which);
if out{5} ~= 0
    for i = 1:numel (which)
        varargout{i}(:) = NaN;
    end
end
end
