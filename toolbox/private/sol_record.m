function [sol, err] = sol_record (problem, sol, err)
%SOL_RECORD  sol.record from the function Record: nrec x k, at all times of sol.
%   err is what has broken off the run, or []; an error of Record takes its place if there is none.

if isempty (problem.record)
    return
end
[record, late] = call_guard (@() evaluate (problem, sol));
if isempty (late)
    sol.record = record;
elseif isempty (err)
    err = late;
    sol = call_blame_thrown (problem.sys, ...
        struct ('seen', 'Record', 'seen_error', 1, 'seen_t', NaN), sol, err);
end

end

function record = evaluate (problem, sol)
sys = problem.sys;
fcn = problem.record;
k = numel (sol.t);
if sys.vectorized
    list = call_arguments (sys, problem.record_extra, sol.t, sol.y);
    record = column ('all times', called (fcn, list), [], k);
    return
end
record = recorded (problem, sol);
if ~isempty (record)
    return
end
record = zeros (0, k);
for j = 1:k
    list = call_arguments (sys, problem.record_extra, sol.t(j), sol.y(:, j));
    y = called (fcn, list);
    if j == 1
        record = zeros (size (y, 1), k);
    end
    record(:, j) = column (sprintf ('t = %.10g', sol.t(j)), y, size (record, 1), 1);
end
end

% in C where that pays and can be done, with the same values at some of the times; else []
function record = recorded (problem, sol)
record = [];
sys = problem.sys;
k = numel (sol.t);
if k < 200 || ~derive_hooks (sys)    % recording takes as long as some hundred calls
    return
end
call = @(sys, t, x) struct ('value', value_of (problem, sys, t, x));
hook = derive_hook (sys, call, sol.t(1), sol.y(:, 1));
points = [sol.y; sol.t];
if isempty (hook) || ~isempty (derive_hook_differs (sys, call, hook, points(:, [2.^(1:log2 (k)), k])))
    return
end
record = gate_call ('recorded', hook.numbers, points, derive_leaves (sys.parameters), hook.count);
if any (isnan (record(:)))
    record = [];    % it may be complex there
end
end

function y = value_of (problem, sys, t, x)
list = call_arguments (sys, problem.record_extra, t, x);
y = called (problem.record, list);
if size (y, 2) ~= 1
    error ('geoms:record:size', 'it must return a column');
elseif ~isobject (y)
    y = double (full (y));
end
end

function y = called (fcn, list)
try
    y = fcn (list{:});
catch e
    call_no_value (e, mfilename (), 'geoms:record:size', 'Record');
end
end

function y = column (where, y, count, k)
if ~(isnumeric (y) || islogical (y)) || ndims (y) > 2 || size (y, 2) ~= k ...
        || ~(isempty (count) || size (y, 1) == count)
    needs = sprintf ('numbers in %d columns, one for each time', k);
    if k == 1
        needs = 'a column of numbers, [a; b], of the same length each time';
    end
    error ('geoms:record:size', ['Record returned a %s of size %d x %d for %s; it must return %s. ', ...
        'geomslast has the run.'], class (y), size (y, 1), size (y, 2), where, needs);
end
y = double (full (y));
end
