function longest = diff_longest (tspan)
%DIFF_LONGEST  How far in t difference quotients along the motion reach at most.
%   A small part of the time span; where that is hardly more than rounding, of the unit or of t.

longest = max (1e-5 * abs (tspan(end) - tspan(1)), 1e-7 * max (1, abs (tspan(1))));

end
