function [passed, failed] = test_malformed ()
%TEST_MALFORMED  Random malformed inputs to the public functions and to each command of the MEX file.
%   Valid calls are spoiled in one to three places: wrong types and sizes, NaN, huge, empty, cells,
%   structs with missing fields, functions that return rubbish, handles that do not exist, ... Each
%   must be accepted or answered by an error with an identifier geoms:...; an error of the user's own
%   function comes back unchanged. Every case can be repeated: malformed_case (name, number).
%   With GEOMS_LONG set (tests/run --long) 10,000 of each, else a few.

count = 20;
if is_long ()
    count = 10000;
end
targets = malformed_targets ();
cases = cell (size (targets, 1), 2);
for i = 1:size (targets, 1)
    cases(i, :) = {targets{i, 1}, @() campaign(targets{i, 1}, count)};
end
[passed, failed] = geoms_suite ('malformed', cases);

end

function campaign (target, count)
old = warning ('off', 'all');
visible = get (0, 'defaultfigurevisible');
restorer = onCleanup (@() restore (old, visible));
set (0, 'defaultfigurevisible', 'off');
for i = 1:count
    outcome = '';
    seconds = [];
    evalc ('[outcome, text, seconds] = malformed_case (target, i);');
    known = strcmp (outcome, 'accepted') || strncmp (outcome, 'geoms:', 6) ...
        || strncmp (outcome, 'user:own', 8);
    check (known, 'malformed_case (''%s'', %d) ends with ''%s'': %s', target, i, outcome, text);
    check (seconds < 60, 'malformed_case (''%s'', %d) took %.0f seconds', target, i, seconds);
end
end

function restore (old, visible)
warning (old);
set (0, 'defaultfigurevisible', visible);
end
