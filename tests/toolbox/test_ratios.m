function [passed, failed] = test_ratios ()
%TEST_RATIOS  tests/benchmarks/ratios: the table of ratios, its warnings and what it stores, by made-up numbers.

if system ('bash -c "echo 1 | awk 1" > /dev/null 2>&1') ~= 0
    fprintf ('skip ratios: bash and awk are not here\n');
    passed = 0;
    failed = 0;
    return
end
cases = {
    'a ratio that is missed by 20 percent is a warning', @missed
    'what is a little smaller, or larger, is none', @not_missed
    'words: fails, ours fails, not here, new', @words
    'lines that are no ratios are told', @not_ratios
    'nothing is stored yet', @nothing_stored
    'measured ratios are stored, others and comments stay', @stored
    'nothing is stored without being asked for', @not_stored
    'the stored ratios of the project can be read', @own_file
    'without files: how it is called', @how_to_call};
[passed, failed] = geoms_suite ('ratios', cases);

end

% ---- one call ----

function [text, after, status] = compare (stored, measured, option)
if nargin < 3, option = ''; end
files = {write(stored), write(measured)};
cleaner = onCleanup (@() cellfun (@delete, files));
[status, text] = system (sprintf ('bash "%s" %s "%s" "%s" 2>&1', script (), option, files{:}));
after = regexp (fileread (files{1}), '\n', 'split');
after = after(~cellfun (@isempty, after));
end

function file = script ()
file = fullfile (fileparts (mfilename ('fullpath')), '..', 'benchmarks', 'ratios');
end

function file = write (lines)
file = [tempname(), '.csv'];
id = fopen (file, 'w');
fprintf (id, '%s\n', lines{:});
fclose (id);
end

function list = warnings_of (text)
list = regexp (text, 'warning: [^\n]*', 'match');
end

% ---- cases ----

function missed ()
[text, ~, status] = compare ({'A,one,1e-05,2.00,2026-01-02', 'A,two,,10,2026-01-02'}, ...
    {'A,one,1e-05,1.59', 'A,two,,7.9'});
list = warnings_of (text);
check (status == 0, 'status %d', status);
check (numel (list) == 2, '%s', text);
check (strcmp (list{1}, 'warning: A, one: 1.59, stored 2.00 (2026-01-02)'), '%s', list{1});
check (~isempty (regexp (text, 'A +one +1e-05 +1.59 +2.00 +-2[01] %', 'once')), '%s', text);
check (~isempty (strfind (text, '2 ratios, 2 missed by 20 percent')), '%s', text);
end

function not_missed ()
text = compare ({'A,one,1e-05,2.00,2026-01-02', 'B,one,,2,2026-01-02', 'C,one,,2,2026-01-02'}, ...
    {'A,one,1e-05,1.61', 'B,one,,2.49', 'C,one,,2.6'});
check (isempty (warnings_of (text)), '%s', text);
check (isequal (regexp (text, 'note: [^\n]*', 'match'), {'note: C, one: 2.6, stored 2 (2026-01-02)'}), '%s', text);
end

function words ()
text = compare ({'A,one,,fails,2026-01-02', 'B,one,,fails,2026-01-02', 'C,one,,2,2026-01-02', ...
    'D,one,,2,2026-01-02'}, {'A,one,,fails', 'B,one,,3', 'C,one,,ours fails', 'E,one,,1'});
check (isequal (warnings_of (text), {'warning: C, one: ours fails, stored 2 (2026-01-02)'}), '%s', text);
check (~isempty (strfind (text, 'note: B, one: 3, stored fails')), '%s', text);
check (~isempty (regexp (text, 'D +one +not here +2 *\n', 'once')), '%s', text);
check (~isempty (regexp (text, 'E +one +1 +- *\n', 'once')), '%s', text);
end

function not_ratios ()
[text, ~, status] = compare ({'A,one,,2,2026-01-02', 'A,two,2'}, {'A,one', 'A,one,,NaN', 'A,one,,-1'});
check (status == 0 && numel (warnings_of (text)) == 4, '%s', text);
check (~isempty (regexp (text, 'A +one +not here', 'once')), '%s', text);
end

function nothing_stored ()
text = compare ({'# comment'}, {'A,one,,2', 'B,one,1e-04,fails'});
check (isempty (warnings_of (text)) && ~isempty (strfind (text, '2 ratios, 0 missed')), '%s', text);
end

function stored ()
[text, after] = compare ({'# comment', 'peer,problem,error,ratio,date', 'A,one,1e-05,2,2026-01-02', ...
    'B,one,,2,2026-01-02', 'C,one,,2,2026-01-02'}, ...
    {'A,one,1e-05,1.5', 'B,two,,fails', 'C,one,,ours fails', 'C,two,,NaN'}, '--store');
[~, today] = system ('date +%F');
today = today(1:10);
check (~isempty (strfind (text, 'warning: A, one: 1.5, stored 2')), '%s', text);
check (isequal (after, {'# comment', 'peer,problem,error,ratio,date', ['A,one,1e-05,1.5,', today], ...
    'B,one,,2,2026-01-02', 'C,one,,2,2026-01-02', ['B,two,,fails,', today]}), '%s\n', after{:});
end

function not_stored ()
before = {'A,one,1e-05,2,2026-01-02'};
[~, after] = compare (before, {'A,one,1e-05,1.5'});
check (isequal (after, before), '%s\n', after{:});
end

function own_file ()
own = regexp (fileread (fullfile (fileparts (mfilename ('fullpath')), '..', 'data', 'ratios.csv')), '\n', 'split');
text = compare (own(~cellfun (@isempty, own)), {'nobody,nothing,,1'});
check (isempty (warnings_of (text)), '%s', text);
for name = {'RADAU5', 'DASPK', 'IDA', 'ode15s', 'ode15i', 'ode45', 'Orocos KDL', 'Simbody'}
    check (~isempty (regexp (text, ['\n', name{1}, ' '], 'once')), 'no ratio of %s', name{1});
end
end

function how_to_call ()
[status, text] = system (sprintf ('bash "%s" 2>&1', script ()));
check (status == 2 && ~isempty (strfind (text, 'usage')), '%s', text);
end
