function info = geoms_info (sys, found, formulation)
%GEOMS_INFO  sol.info: condition and redundancy of the constraints, what limited the steps, what the
%   choice of coordinates was worth, how large multipliers became that should be 0, which velocities
%   the balance of forces determines, for want of a mass, and, at its end, what became of the run.

info.condition = found.condition;
if any (strcmp (formulation, {'partition-fixed', 'partition-qr', 'partition-svd'}))
    info.partition = partition (sys, found);
end
info.extra = extra (found, formulation);
info.limiting = by_name (sys.index, found.limiting);
info.redundant = redundancy (sys, found);
if any (found.unique == 0)
    multipliers = [sys.index.lambda, sys.index.mu];
    info.multiplierUnique = logical (found.unique(multipliers).');
end
info.massless = find (found.massless)';
report = found.report;
if any (report.idid == (-1921:-1918))
    report.message = with_names (sys, report.message);
end
for name = {'component', 'value', 'limit', 't', 'h', 'name', 'identifier', 'idid', 'status', ...
        'message', 'remedy'}
    if strcmp (name{1}, 'status')
        info.status = geoms_statusword (report.idid);
    else
        info.(name{1}) = report.(name{1});
    end
end
if any (strcmp (info.name, {'STEP_TOO_SMALL', 'NEWTON_FAILS'}))
    info.remedy = [info.remedy, suspect(sys, found.limiting)];
end

end

% a multiplier that limited nearly all steps may have a tolerance that it cannot meet
function text = suspect (sys, limiting)
text = '';
[most, at] = max (limiting);
multipliers = [sys.index.lambda, sys.index.mu];
if ~isempty (limiting) && any (multipliers == at) && sum (limiting) >= 3 && most >= 0.9 * sum (limiting)
    text = sprintf ([' The error of %s was the largest in %d of %d steps: is AbsTol too small ', ...
        'for it?'], name_of (sys, at), most, sum (limiting));
end
end

% v(2) of a mass matrix as the user calls it
function text = with_names (sys, text)
names = geoms_componentnames (sys, 'v');
for i = 1:numel (names)
    text = strrep (text, sprintf ('v(%d)', i), names{i});
end
end

function name = name_of (sys, number)
blocks = fieldnames (sys.index);
block = blocks{cellfun(@(name) any(sys.index.(name) == number), blocks)};
names = geoms_componentnames (sys, block);
name = names{sys.index.(block) == number};
end

% condition of C (QR, SVD) or C_d at all outputs, the worst at the end of a step; which coordinates
% were independent at the end, how often others were chosen, how often C_d was passed while singular
function p = partition (sys, found)
p = struct ('condition', found.condition(2, :), 'worst', found.worst, 'worstTime', found.worst_t);
if any (found.independent)
    names = geoms_componentnames (sys, 'v');
    p.independent = find (found.independent)';
    p.names = names(p.independent);
    p.switched = found.switched;
    p.passed = found.passed;
    p.passedTimes = found.passed_t;
end
end

% of multipliers that are 0 in an exact solution: the largest |.| at the end of a step
function e = extra (found, formulation)
e = struct ();
if strcmp (formulation, 'ggl')
    e.eta = found.largest(1);
elseif any (strcmp (formulation, {'extended-316', 'extended-317', 'projected-invariants'}))
    e.mu = found.largest(1);
    e.tau = found.largest(2);
end
end

% in how many steps the error was largest in each component
function list = by_name (index, values)
blocks = fieldnames (index);
list = struct ();
for i = 1:numel (blocks)
    at = index.(blocks{i});
    if ~isempty (at) && ~isempty (values)
        list.(blocks{i}) = values(at).';
    end
end
end

% names of the rows that depend on each other; number of rows and rank of the position, velocity and
% acceleration constraints; whether the decomposition was changed for it
function r = redundancy (sys, found)
names = geoms_rownames (sys.dims);
r = struct ('rows', {names(found.dependent ~= 0)}, 'count', found.rows', 'rank', found.rank', ...
    'automatic', found.redundant ~= 0);
end
