function handle = gate_create (problem)
%GATE_CREATE  A run in the gateway; whoever calls this frees it.

[options, given] = gate_given (problem);
try
    handle = gate_call ('create', problem.core, options, given);
catch e
    error (e.identifier, '%s', sys_with_names (problem.sys.names, e.message));
end

end
