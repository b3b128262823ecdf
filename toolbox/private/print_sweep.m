function text = print_sweep (results)
%PRINT_SWEEP  The members of a sweep in a few lines.

count = numel (results);
status = cell (1, count);
seconds = zeros (1, count);
steps = seconds;
for i = 1:count
    [status{i}, seconds(i), steps(i)] = member (results(i));
end
words = unique (status);
parts = cellfun (@(word) sprintf ('%d %s', sum (strcmp (status, word)), word), words, 'UniformOutput', false);
kept = 'solutions';
if isfield (results, 'value')
    kept = 'values (Reduce)';
end
list = {
    'members', sprintf('%d, %s; %s', count, strjoin (parts, ', '), kept)
    'steps', sprintf('%.0f ... %.0f, together %.0f in %.3g s', min ([steps, Inf]), max ([steps, 0]), ...
        sum (steps), sum (seconds))};
bad = find (~ismember (status, {'ok', 'event'}));
for i = bad(1:min(5, end))
    list(end + 1, :) = {sprintf('member %d', i), [status{i}, ': ', results(i).info.message]}; %#ok<AGROW>
end
if numel (bad) > 5
    list(end + 1, :) = {'', sprintf('and %d more', numel (bad) - 5)};
end
if count == 0
    list = {'members', 'none'};
end
list(end + 1, :) = {'next', 'results(1).info; geomsprint (results(1)), geomsplot (results(1)) of solutions'};
text = [sprintf('sweep\n'), print_lines(list)];

end

function [status, seconds, steps] = member (one)
if ~isstruct (one.info) || ~all (isfield (one.info, {'status', 'message'})) || ~ischar (one.info.status) ...
        || ~isstruct (one.stats)
    error ('geoms:print:value', ['geomsprint prints what geomssweep has returned; these results are no ', ...
        'more that.']);
end
status = one.info.status;
seconds = 0;
steps = 0;
if all (isfield (one.stats, {'seconds', 'nsteps'}))
    seconds = one.stats.seconds;
    steps = one.stats.nsteps;
end
end
