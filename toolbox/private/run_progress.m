function run_progress (problem, t, seconds, last)
%RUN_PROGRESS  A bar in place of the one before: how much of the time span is done, time left.
%   last is '' during the run, and how the run ended at its end. Of a run that goes on only the new
%   part counts.

begin = [problem.cut, problem.tspan(1)];
done = (t - begin(1)) / (problem.tspan(end) - begin(1));
done = min (max (done, 0), 1);
bar = repmat ('.', 1, 30);
bar(1:floor (30 * done)) = '#';
if ~isempty (last)
    text = sprintf ('%s in %s', last, duration (seconds));
elseif done > 0
    text = sprintf ('%s left', duration (seconds * (1 - done) / done));
else
    text = sprintf ('%s gone', duration (seconds));
end
text = sprintf ('[%s] %3.0f %%  t = %.6g, %s', bar, floor (100 * done), t, text);
fprintf ('\r%-78s', text);
if ~isempty (last)
    fprintf ('\n');
end
if exist ('OCTAVE_VERSION', 'builtin') > 0
    feval ('fflush', 1);
end

end

function text = duration (seconds)
seconds = ceil (seconds);
if seconds < 60
    text = sprintf ('%d s', seconds);
elseif seconds < 3600
    text = sprintf ('%d min %02d s', floor (seconds / 60), mod (seconds, 60));
else
    text = sprintf ('%d h %02d min', floor (seconds / 3600), floor (mod (seconds, 3600) / 60));
end
end
