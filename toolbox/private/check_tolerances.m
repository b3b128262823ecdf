function check_tolerances (problem, sol)
%CHECK_TOLERANCES  Warns of an AbsTol that is not small against what it is for.
%   p, r, s      unless they are 0, or 0 at the start and rounding afterwards
%   v            where positions move: a motion at rest has no velocities that could be too small

if strcmp (problem.settings.Display, 'off') || numel (sol.t) < 2
    return
end
index = problem.sys.index;
sizes = max (abs (sol.y), [], 2);
at = [index.p, index.v, index.r, index.s];
if all (sizes(at) >= 10 * problem.atol(at))
    return
end
words = {'p', 'positions'; 'v', 'velocities'; 'r', 'dynamical variables'; 's', 'contact points'};
said = '';
advice = '';
for i = 1:size (words, 1)
    at = index.(words{i, 1});
    if isempty (at) || any (sizes(at) >= 10 * problem.atol(at))
        continue
    end
    [size_of, atol] = too_small (sizes(at), problem.atol(at), sol.y(at, 1));
    if isempty (size_of) || (strcmp (words{i, 1}, 'v') && rests (sol.p))
        continue
    end
    said = sprintf ('%s, AbsTol.%s = %.3g is not small against the %s, %.3g at most', said, ...
        words{i, 1}, atol, words{i, 2}, size_of);
    advice = sprintf ('%s, ''%s'', %.1g', advice, words{i, 1}, 1e-6 * size_of);
end
if ~isempty (said)
    run_warn ('geoms:tolerance:size', ['%s: errors of their own size pass. Set AbsTol to ', ...
        'struct (%s), say, or use larger units.'], said(3:end), advice(3:end));
end

end

% largest entry of a block, whose rows are all smaller than 10 tolerances, and the tolerance of its row
function [largest, atol] = too_small (sizes, tolerance, start)
largest = [];
atol = [];
if ~any (sizes > 0) || ~all (isfinite (sizes))
    return
end
if all (start == 0) && all (sizes ./ tolerance(:) < 1e-3)
    return    % rounding of what is 0
end
[largest, row] = max (sizes);
atol = tolerance(row);
end

function yes = rests (p)
moved = max (max (abs (p - p(:, 1) * ones (1, size (p, 2)))));
yes = ~isempty (p) && moved <= 1e-3 * max (abs (p(:)));
end
