function geoms_tell (sol, opts)
%GEOMS_TELL  An error for wrong input, a warning for a failed integration, statistics if wanted.
%   Wrong input, to which belong initial values from which there is no consistent state, leaves
%   nothing to return; the other failures, and those later on, leave a partial solution.

info = sol.info;
wrong_input = [-1001, -1002, -1105, -1106, -1905, -1906, -1911, -1912, -1914:-1:-1921, ...
    -2101:-1:-2106];
text = info.message;
if ~isempty (info.remedy)
    text = [text, ' ', info.remedy];
end
quiet = strcmp (geomsget (opts, 'Display'), 'off');
if any (info.idid == wrong_input) && isempty (sol.state)
    error (info.identifier, '%s', text);
elseif info.idid < 0 && ~quiet
    warning (info.identifier, '%s Returned is the solution up to t = %.10g.', text, sol.t(end));
end
if info.idid >= 0 && ~quiet
    tell_moved (sol);
end
if info.redundant.automatic && ~quiet
    tell_redundancy (info.redundant.rows);
end
if isfield (info, 'partition') && isfield (info.partition, 'passed') && ~quiet
    tell_passed (info.partition, geomsget (opts, 'Independent'));
end
if strcmp (geomsget (opts, 'Stats'), 'on')
    fprintf ('%s\n', text);
    names = fieldnames (sol.stats);
    for i = 1:numel (names)
        fprintf ('  %-18s %.10g\n', names{i}, sol.stats.(names{i}));
    end
end

end

% initial values that were moved so far that a mistake in them, or in an invariant, is likely
% (0, for which a velocity without mass that nobody has given stands, is none)
function tell_moved (sol)
index = sol.extdata.index;
massless = index.v(sol.info.massless);
places = setdiff ([index.p, index.v], massless(sol.extdata.x0(massless) == 0), 'stable');
wanted = sol.extdata.x0(places);
[most, at] = max (abs (sol.y(places, 1) - wanted) ./ max (1, abs (wanted)));
if isempty (most) || most <= 0.1
    return
end
block = 'p';
number = find (index.p == places(at));
if isempty (number)
    block = 'v';
    number = find (index.v == places(at));
end
what = 'do not meet the constraints and invariants';
if any (massless == places(at))
    what = 'do not balance the forces on what has no mass';
end
warning ('geoms:initial:moved', ['The initial values %s: %s(%d) was moved from %.6g to %.6g. ', ...
    'geomsinit gives such values beforehand; Initial ''check'' refuses them.'], what, block, ...
    number, wanted(at), sol.y(places(at), 1));
end

% steps over states at which the independent coordinates do not determine the others
function tell_passed (p, given)
if p.passed == 0
    return
end
names = sprintf (', %s', p.names{:});
remedy = 'Choose others, leave Independent empty,';
if isempty (given)
    remedy = 'Make smaller steps, lower PartitionLimit,';
end
warning ('geoms:partition:passed', ['The independent coordinates%s do not determine the others ', ...
    'everywhere: %d times a step led past a state where they do not, first near t = %.10g (worst ', ...
    'condition of C_d where a step ends: %.3g, t = %.10g). What follows may be wrong. %s or use ', ...
    '''partition-svd''.'], names(2:end), p.passed, p.passedTimes(1), p.worst, p.worstTime, remedy);
end

% the singular value decomposition was chosen for them
function tell_redundancy (names)
shown = sprintf ('%s, ', names{1:min(end, 20)});
if numel (names) > 20
    shown = sprintf ('%s... (%d), ', shown, numel (names));
end
warning ('geoms:redundant', ['The constraints are redundant: among %s some depend on the ', ...
    'others. The motion is not affected; of the multipliers, which are not unique, those of ', ...
    'minimum norm are returned (see sol.info.multiplierUnique). If this is meant, set ', ...
    'ConstraintDecomposition to ''svd'', which does not warn.'], shown(1:end - 2));
end
