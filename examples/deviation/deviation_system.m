function sys = deviation_system ()
% DEVIATION_SYSTEM  A body of mass 1 on the unit circle, with a force made for a simple solution.
%   SYS = DEVIATION_SYSTEM () describes (34) of Steinbrecher, Preprint 742-02 (2002):
%
%       p' = v,   v' = [-p1 - 2 p1 v1 v2; -v1 + 2 p1 p2^2] - 2 p lambda,   0 = g (p) = p'p - 1
%
%   with gI = 2 p'v and gII = 2 v'v + 2 p'v', which are derived. Started at p = (0, 1), v = (1, 0) its
%   solution is (36), see DEVIATION_EXACT.
%
%   See also DEVIATION_EXACT, RUN_DEVIATION.

sys = geomssys ( ...
    'mass', [1; 1], ...
    'force', @(t, p, v) [-p(1) - 2 * p(1) * v(1) * v(2)
                         -v(1) + 2 * p(1) * p(2)^2], ...
    'constraint', @(t, p) p' * p - 1, ...
    'derive', 'on');

end
