function run_tell (sol, settings)
%RUN_TELL  An error for wrong input, a warning for a failed integration, statistics if wanted.
%   Wrong input, to which belong initial values from which there is no consistent state, leaves
%   nothing to return; the other failures, and those later on, leave a partial solution.

info = sol.info;
if info.idid < 0
    tell_failure (sol, info, settings);
end
quiet = strcmp (settings.Display, 'off');
if ~isempty (info.moved) && ~quiet
    tell_moved (info.moved);
end
if ~isempty (info.missed) && ~quiet
    tell_missed (info.missed);
end
locked = is_locked (sol);
if info.redundant.automatic && ~quiet
    tell_redundancy (info.redundant, locked);
elseif locked && ~quiet
    tell_locked (sol.extdata.dims.nv);
end
if isfield (info, 'partition') && isfield (info.partition, 'passed') && ~quiet
    tell_passed (info.partition, settings.Independent);
end
if isfield (info, 'selector') && info.selector.passed && info.idid >= 0 && ~quiet
    tell_unseen (info.selector);
end
if strcmp (settings.Stats, 'on')
    fprintf ('%s\n', whole (info));
    names = fieldnames (sol.stats);
    for i = 1:numel (names)
        fprintf ('  %-18s %.10g\n', names{i}, sol.stats.(names{i}));
    end
end

end

% what became of the run, and what to do
function text = whole (info)
text = info.message;
if ~isempty (info.remedy)
    text = [text, ' ', info.remedy];
end
end

% wrong input without a partial solution is an error
function tell_failure (sol, info, settings)
code = gate_code (info.idid);
if code.input && isempty (sol.state)
    error (info.identifier, '%s', whole (info));
elseif ~strcmp (settings.Display, 'off')
    run_warn (info.identifier, '%s Returned is the solution up to t = %.10g.', whole (info), sol.t(end));
end
end

% initial values that were moved farther than their digits explain
function tell_moved (moved)
more = '';
if moved.others > 0
    more = sprintf (' (and %d more)', moved.others);
end
run_warn ('geoms:initial:moved', ['The initial values do not meet the constraints, invariants and ', ...
    'conditions: %s was moved from %.10g to %.10g%s. geomsinit gives such values beforehand; Initial ', ...
    '''check'' refuses them.'], moved.name, moved.from, moved.to, more);
end

% an event function that oscillates faster than the steps
function tell_missed (missed)
run_warn ('geoms:events:missed', ['Event function %d changes its sign more than once between two ', ...
    'looks at it, near t = %.10g, where a step is %.3g long: some of its events are not found. Set ', ...
    'MaxStep below four times the shortest time between two of them.'], missed.event, missed.t, missed.h);
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
run_warn ('geoms:partition:passed', ['The independent coordinates%s do not determine the others ', ...
    'everywhere: %d time%s a step led past a state where they do not, first near t = %.10g (worst ', ...
    'condition of C_d where a step ends: %.3g, t = %.10g). What follows may be wrong. %s or use ', ...
    '''partition-svd''.'], names(2:end), p.passed, repmat ('s', p.passed ~= 1), p.passedTimes(1), ...
    p.worst, p.worstTime, remedy);
end

% steps over states at which rows of the user leave a motion undetermined
function tell_unseen (s)
run_warn ('geoms:selector:passed', ['The rows of Selector do not determine the motion everywhere: a step ', ...
    'led past a state where they see nothing of it, first near t = %.10g. What follows may be wrong. Give ', ...
    'other rows, as a function of (t, p) if none do everywhere, or take ''tangent''.'], s.passedTime);
end

% the singular value decomposition was chosen for them; a row and its derivatives have one name
function tell_redundancy (found, locked)
effect = 'The motion is not affected';
if locked
    effect = 'Nothing can move, for these rows determine all velocities';
end
names = regexprep (found.rows, '^([gh])I+', '$1');
[~, first] = unique (names, 'first');
names = names(sort (first));
level = max ([1, find(found.rank < found.count, 1, 'last')]);
shown = sprintf ('%s, ', names{1:min(end, 20)});
if numel (names) > 20
    shown = sprintf ('%s... (%d), ', shown, numel (names));
end
run_warn ('geoms:redundant', ['The constraints are redundant: among %s some depend on the ', ...
    'others (rank %d of %d). %s; of the multipliers, which are not ', ...
    'unique, those of minimum norm are returned (see sol.info.multiplierUnique). If this is ', ...
    'meant, set ConstraintDecomposition to ''svd'', which does not warn.'], shown(1:end - 2), ...
    found.rank(level), found.count(level), effect);
end

% as many independent rows as velocities, which are all 0
function yes = is_locked (sol)
nv = sol.extdata.dims.nv;
yes = nv > 0 && sol.info.redundant.rank(2) >= nv && numel (sol.t) > 1 && max (abs (sol.v(:))) <= 1e-10;
end

function tell_locked (nv)
run_warn ('geoms:rank:locked', ['Nothing can move: the constraints have as many rows as there are ', ...
    'velocities, %d, and none depends on the others. Multipliers and reactions are those at rest. If ', ...
    'something should move, there is a joint, or a constraint, too many: geomsprint (sys) counts.'], nv);
end
