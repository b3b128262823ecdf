function s = diff_step (point, xdot, longest)
%DIFF_STEP  How far difference quotients of DIFF_ALONG reach in the direction xdot.

moving = xdot ~= 0;
s = min ([1e-4 * point.size(moving) ./ abs(xdot(moving)); longest]);
if isinf (s)
    s = 1e-4;
end

end
