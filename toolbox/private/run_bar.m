function run_bar (done, what, seconds, last)
%RUN_BAR  A bar in place of the one before: which part is done, in words and as a bar, time left.
%   last is '' or false until the end; then it is how it ended, or true.

if islogical (last)
    words = {'', 'done'};
    last = words{1 + last};
end
bar = repmat ('.', 1, 30);
bar(1:floor (30 * done)) = '#';
if ~isempty (last)
    text = sprintf ('%s in %s', last, run_duration (seconds));
elseif done > 0
    text = sprintf ('%s left', run_duration (seconds * (1 - done) / done));
else
    text = sprintf ('%s gone', run_duration (seconds));
end
text = sprintf ('[%s] %3.0f %%  %s, %s', bar, floor (100 * done), what, text);
fprintf ('\r%-78s', text);
if ~isempty (last)
    fprintf ('\n');
end
if exist ('OCTAVE_VERSION', 'builtin') > 0
    feval ('fflush', 1);
end

end
