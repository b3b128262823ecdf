function results = geomssweep (sys, tspan, X0, Q, varargin)
%GEOMSSWEEP  Many runs of one system.

s = sweep_arguments (sys, tspan, X0, Q, varargin);
entries = sweep_run (s, 1:s.count);
results = sweep_join (s, entries);
end
