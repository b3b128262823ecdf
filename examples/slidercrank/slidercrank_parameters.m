function q = slidercrank_parameters (given)
% SLIDERCRANK_PARAMETERS  Lengths, masses, inertias and the start of the slider crank.
%   Q = SLIDERCRANK_PARAMETERS (GIVEN) is the struct of the standard values, with the fields of the
%   struct GIVEN in their place:
%
%       l1, l2        lengths of crank and rod, l1 < l2     0.15, 0.30 m
%       m1, m2, m3    masses of crank, rod, slider          0.36, 0.151104, 0.075552 kg
%       J1, J2        inertias of crank and rod             0.002727, 0.0045339259 kg m^2
%       phi, speed    crank angle and speed at the start    pi/4, 5 rad/s
%
%   The published example gives no numbers; these are our own. Q also has what the equations of motion
%   are made of, see SLIDERCRANK_SYSTEM: mx, a, b, d, ja, jt.
%
%   Example:
%       q = slidercrank_parameters (struct ('speed', 10));
%
%   See also SLIDERCRANK_SYSTEM, ANALYTICAL_SYSTEM.

q = struct ('l1', 0.15, 'l2', 0.30, 'm1', 0.36, 'm2', 0.151104, 'm3', 0.075552, 'J1', 0.002727, ...
    'J2', 0.0045339259, 'phi', pi / 4, 'speed', 5);
if nargin < 1, given = struct (); end
names = fieldnames (given);
for i = 1:numel (names)
    if ~isfield (q, names{i})
        error ('geoms:example:parameter', 'The slider crank has no parameter ''%s''.', names{i});
    end
    q.(names{i}) = given.(names{i});
end
q.mx = q.m1 + q.m2 + q.m3;
q.a = (q.m2 / 2 + q.m1) * q.l2;
q.b = q.m1 * q.l1 / 2;
q.d = q.b * q.l2;
q.ja = (q.m2 / 4 + q.m1) * q.l2^2 + q.J2;
q.jt = q.m1 * q.l1^2 / 4 + q.J1;

end
