function [sys, x0] = sweep_member (s, k)
%SWEEP_MEMBER  System and initial values of the member k of a sweep, see SWEEP_ARGUMENTS.

sys = s.sys;
x0 = s.X0;
if isstruct (x0) && numel (x0) > 1
    x0 = x0(k);
elseif ~isstruct (x0) && size (x0, 2) > 1
    x0 = x0(:, k);
end
if isempty (s.Q)
    return
end
q = sweep_parameters (s, k);
if ~isequal (q, sys.parameters)
    sys = geomssys (sys, 'parameters', q);
end

end
