function [handle, keeper] = gate_probe (core, tspan, x)
%GATE_PROBE  A run of a system in C to evaluate its functions, see GATE_NATIVE_RUN: the one that belongs
%   to the core, core.probe, if there is one, else a new one that lives as long as keeper.

if isfield (core, 'probe')
    handle = core.probe;
    keeper = [];
    return
end
handle = gate_native_run (core, tspan, x);
keeper = onCleanup (@() gate_call ('free', handle));

end
