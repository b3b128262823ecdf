function [I, change] = inertia (phi, q)
% INERTIA  The slider crank's inertia, reduced to the crank, and its derivative.
%   [I, CHANGE] = INERTIA (PHI, Q): the kinetic energy is I (PHI) phi'^2 / 2; CHANGE = dI/dPHI. PHI is
%   1 x k, Q comes from SLIDERCRANK_PARAMETERS. For the formulas see ANALYTICAL_SYSTEM.
%
%   See also ANALYTICAL_SYSTEM, ANALYTICAL_REFERENCE.

sp = sin (phi);
cp = cos (phi);
s = q.l1 / q.l2 * sp;
c = -sqrt (1 - s.^2);
alpha1 = q.l1 / q.l2 * cp ./ c;
x1 = q.l2 * s .* alpha1 - q.l1 * sp;
cd = c .* cp + s .* sp;                         % cos (alpha - phi)
pull = q.mx * x1 - 2 * q.a * s .* alpha1 + 2 * q.b * sp;
I = q.jt + pull .* x1 + (q.ja * alpha1 - 2 * q.d * cd) .* alpha1;
if nargout > 1
    alpha2 = s .* (alpha1.^2 - 1) ./ c;
    x2 = q.l2 * (c .* alpha1.^2 + s .* alpha2) - q.l1 * cp;
    sd = s .* cp - c .* sp;                     % sin (alpha - phi)
    change = 2 * ((q.mx * x1 - q.a * s .* alpha1 + q.b * sp) .* x2 ...
        + (q.ja * alpha1 - q.a * s .* x1 - q.d * cd) .* alpha2 ...
        + (q.b * cp - q.a * c .* alpha1.^2) .* x1 + q.d * sd .* (alpha1 - 1) .* alpha1);
end

end
