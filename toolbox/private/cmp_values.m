function x = cmp_values (c, sol, t)
%CMP_VALUES  A solution at the times t (n x k), NaN where it does not reach.
%   NaN at the start, too: it is given, and would count as a time without error.
%   Without dense data the solution is known at its own times only.

x = NaN (size (sol.y, 1), numel (t));
later = t ~= c.tspan(1);
if isempty (sol.idata.dense.t)
    [found, at] = ismember (t, sol.t);
    found = found & later;
    x(:, found) = sol.y(:, at(found));
else
    ends = sort (sol.idata.dense.t([1, end]));
    found = t >= ends(1) & t <= ends(2) & later;
    x(:, found) = geomsval (sol, t(found));
end

end
