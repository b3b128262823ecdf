function text = print_solution (sol)
%PRINT_SOLUTION  A solution in a few lines.

info = sol.info;
list = {
    'run', run_of(sol)
    'ended', [info.status, ': ', info.message]
    'what to do', info.remedy
    'unknowns', unknowns(sol)
    'residuals', residuals(sol)
    'events', events(sol)
    'limited by', limited(sol)
    'orders', orders(info)
    'redundant', redundant(info)
    'start', start(info)
    'missed', missed(info)
    'wrong level', said(info, 'levels')
    'called', said(info, 'events')
    'not sparse', said(info, 'notSparse')
    'cost', cost(sol)
    'next', next(sol)};
text = [sprintf('solution\n'), print_lines(list)];

end

function text = run_of (sol)
text = sprintf ('t = %.6g ... %.6g, %s; %d rejected', sol.t(1), sol.t(end), sol_ran (sol), ...
    sol.stats.nfailed);
end

function text = unknowns (sol)
list = {};
for block = {'p', 'v', 'r', 'w', 's', 'lambda', 'mu'}
    count = size (sol.(block{1}), 1);
    if count > 0
        list{end + 1} = sprintf ('%s %d', block{1}, count); %#ok<AGROW>
    end
end
dense = '';
if isempty (sol.idata.dense.t)
    dense = '; no dense data';
end
text = sprintf ('%s, at %d times%s', strjoin (list, ', '), numel (sol.t), dense);
end

function text = residuals (sol)
text = '';
if ~sol_has_residuals (sol)
    return
end
levels = {'position', 'velocity', 'acceleration'};
list = {};
for i = 1:3
    if size (sol.residual.(levels{i}), 1) > 0
        list{end + 1} = sprintf ('%s %.1e', levels{i}, max (sol.residual.relative(i, :))); %#ok<AGROW>
    end
end
if size (sol.residual.invariant, 1) > 0
    list{end + 1} = sprintf ('invariants %.1e (absolute)', max (abs (sol.residual.invariant(:))));
end
text = ['largest: ', strjoin(list, ', ')];
end

function text = events (sol)
count = numel (sol.xe);
text = '';
if count > 0
    at = arrayfun (@(i) sprintf ('t = %.5g (%d)', sol.xe(i), sol.ie(i)), 1:min (count, 6), ...
        'UniformOutput', false);
    text = sprintf ('%d, with the number of the function: %s', count, strjoin (at, ', '));
    if count > 6
        text = sprintf ('%s and %d more', text, count - 6);
    end
end
end

% unknowns whose error was the largest in most steps
function text = limited (sol)
text = '';
blocks = fieldnames (sol.info.limiting);
names = {};
steps = [];
for i = 1:numel (blocks)
    list = sol.info.limiting.(blocks{i});
    [most, at] = max (list);
    if ~isempty (most) && most > 0
        names{end + 1} = sprintf ('%s(%d)%s', blocks{i}, at, ...
            sys_own_name (sol.extdata.names, blocks{i}, at)); %#ok<AGROW>
        steps(end + 1) = most; %#ok<AGROW>
    end
end
[~, order] = sort (steps, 'descend');
for i = order(1:min(2, end))
    text = sprintf ('%s, %s in %d steps', text, names{i}, steps(i));
end
text = text(3:end);
end

function text = orders (info)
text = '';
if size (info.orders, 2) > 1
    text = arrayfun (@(i) sprintf ('%d in %d steps', info.orders(:, i)), 1:size (info.orders, 2), ...
        'UniformOutput', false);
    text = strjoin (text, ', ');
end
end

function text = redundant (info)
r = info.redundant;
text = '';
if ~isempty (r.rows)
    text = sprintf (['%s; independent are %d of %d position, %d of %d velocity, %d of %d acceleration ', ...
        'constraints'], print_some (r.rows, 6), [r.rank; r.count]);
    if isfield (info, 'multiplierUnique')
        text = sprintf ('%s; %d multipliers are not unique', text, sum (~info.multiplierUnique));
    end
end
end

function text = start (info)
text = '';
if ~isempty (info.moved)
    m = info.moved;
    text = sprintf ('%s was moved from %.6g to %.6g', m.name, m.from, m.to);
    if m.others > 0
        text = sprintf ('%s, and %d others', text, m.others);
    end
end
end

function text = missed (info)
text = '';
if ~isempty (info.missed)
    text = sprintf ('events of function %d near t = %.6g: set MaxStep', info.missed(1).event, ...
        info.missed(1).t);
end
end

function text = said (info, field)
text = '';
if isfield (info, field) && ischar (info.(field))
    text = info.(field);
end
end

function text = cost (sol)
s = sol.stats;
text = sprintf ('%.3g s; %d evaluations, %d decompositions', s.seconds, s.nfevals, s.ndecomps);
if s.callbacks > 0
    text = sprintf ('%s; %d calls of functions took %.3g s', text, s.callbacks, s.secondsCallbacks);
end
end

function text = next (sol)
text = 'geomsplot (sol), sol.p, sol.v';
if ~isempty (sol.idata.dense.t)
    text = [text, ', geomsval (sol, t)'];
end
if any (strcmp (sol.info.status, {'ok', 'stopped', 'event', 'time is up'}))
    text = [text, ', geomsextend (sol, sys, tend)'];
end
end
