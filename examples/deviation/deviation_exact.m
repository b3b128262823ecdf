function [p, v, lambda] = deviation_exact (t)
% DEVIATION_EXACT  The solution from consistent initial values, (36) of Steinbrecher (2002).
%   [P, V, LAMBDA] = DEVIATION_EXACT (T), with one column per time:
%
%       p = (sin t, cos t),   v = (cos t, -sin t),   lambda = sin t cos t
%
%   See also DEVIATION_SYSTEM.

t = t(:).';
p = [sin(t); cos(t)];
v = [cos(t); -sin(t)];
lambda = sin (t) .* cos (t);

end
