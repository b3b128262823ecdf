function [passed, failed] = at_length (name, minutes, seed, at)
%AT_LENGTH  Cases of fuzz_case or mixed_case, one after the other, for some minutes; one line a minute.
%   [outcome, text, seconds, kind] = feval (name, seed), feval (name, seed + 1), ...; `at` is a file that holds
%   the number of the case that runs. What ends in anything but an answer or an error with an identifier of
%   the toolbox (or of the user), or takes a minute of computing time, has failed. Of half an hour and more memory must stay:
%   in the last third of the time no more than a tenth above that of the second third; with the address sanitizer,
%   which keeps the stack of every allocation (with malloc_context_size=0 memory stays), it is told and
%   not judged: there leaks are (tests/run --mixed).

old = warning ('off', 'all');
visible = get (0, 'defaultfigurevisible');
restorer = onCleanup (@() restore (old, visible));
set (0, 'defaultfigurevisible', 'off');
watch = tic;
start = cputime ();
passed = 0;
failed = 0;
count = struct ('word', {{}}, 'times', []);
identifiers = {};
memory = zeros (2, 0);
while toc (watch) < 60 * minutes
    case_noted (at, seed);
    outcome = '';
    [text, kind, seconds] = deal ('', '', 0);
    evalc ('[outcome, text, seconds, kind] = feval (name, seed);');
    good = (strcmp (outcome, 'accepted') || strncmp (outcome, 'geoms:', 6) ...
        || strncmp (outcome, 'user:own', 8)) && seconds < 60;
    if ~good
        fprintf ('%s (%d), %s, %.0f s: ''%s'' %s\n', name, seed, kind, seconds, outcome, text);
    end
    failed = failed + ~good;
    passed = passed + good;
    if strncmp (outcome, 'geoms:', 6)
        identifiers = union (identifiers, {outcome});
        outcome = 'refused';
    end
    count = counted (count, [regexprep(kind, '.*, ', ''), ', ', outcome]);
    seed = seed + 1;
    if toc (watch) >= 60 * size (memory, 2) || toc (watch) >= 60 * minutes
        memory(:, end + 1) = [toc(watch) / 60; resident_megabytes()]; %#ok<AGROW>
        fprintf ('%4.0f min %8d cases, %d failed, %5.0f MB, %6.0f s of computing time\n', memory(1, end), ...
            passed + failed, failed, memory(2, end), cputime () - start);
    end
end
tell (count, identifiers);
is_flat = flat (memory);
fprintf ('%d passed, %d failed\n', passed, failed + ~is_flat);

end

function count = counted (count, word)
at = find (strcmp (word, count.word), 1);
if isempty (at)
    at = numel (count.word) + 1;
    count.word{at} = word;
    count.times(at) = 0;
end
count.times(at) = count.times(at) + 1;
end

function tell (count, identifiers)
[words, order] = sort (count.word);
for i = 1:numel (words)
    fprintf ('%-32s %8d\n', words{i}, count.times(order(i)));
end
fprintf ('%d different identifiers of errors\n', numel (identifiers));
end

% a straight line through what was measured after the first third
function yes = flat (memory)
yes = true;
t = memory(1, :);
later = memory(:, t >= t(end) / 3);
if size (later, 2) < 3 || any (isnan (memory(2, :)))
    return
end
line = polyfit (later(1, :), later(2, :), 1);
third = mean (later(2, later(1, :) >= 2 * t(end) / 3)) / mean (later(2, later(1, :) < 2 * t(end) / 3));
fprintf ('memory after a third of the time: %.0f MB, slope %+.2f MB per minute; last third / second: %.3f\n', ...
    later(2, 1), line(1), third);
yes = t(end) < 30 || third < 1.1 || ~isempty (getenv ('ASAN_OPTIONS'));
end

function restore (old, visible)
warning (old);
set (0, 'defaultfigurevisible', visible);
end
