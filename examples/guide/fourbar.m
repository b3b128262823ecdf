function sys = fourbar ()
%FOURBAR  The four-bar linkage of the guide with a motor on its crank, as a system for GEOMS.
%   The motor's torque falls with the speed: stall at rest, 0 at the speed idle. See bodies.md.

motor = @(t,p,v,q) [q(1) * (1 - v(1) / q(2)); 0; 0];
sys = geomssys (fourbar_tree (), 'force', motor, ...
    'parameters', {'stall', 0.8, 'idle', 40, 'rocker.damping'});

end
