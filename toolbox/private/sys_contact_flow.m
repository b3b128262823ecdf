function sdot = sys_contact_flow (fcn, places, s, point, tdot, xdot)
%SYS_CONTACT_FLOW  s' from  c_s s' + c_t tdot + c_x xdot = 0, by differences.
%   fcn (t, x) gives c in these rows, s are the places of s in x. NaN where c_s is singular.

n = numel (s);
C = zeros (n);
for j = 1:n
    e = zeros (size (xdot));
    e(s(j)) = point.size(s(j));
    q = diff_along (fcn, point, 0, e, Inf);
    C(:, j) = q(places) / point.size(s(j));
end
q = diff_along (fcn, point, tdot, xdot, 1);
sdot = NaN (n, 1);
if sys_rcond (C) > 1e-12
    sdot = -C \ q(places);
end

end
