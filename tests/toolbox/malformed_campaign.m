function report = malformed_campaign (target, numbers, at)
%MALFORMED_CAMPAIGN  Many malformed calls of one target, see malformed_case.
%   report.accepted, .refused, .own     how many were accepted, answered by an error geoms:..., or by
%                                       the error of the user's own function
%   report.identifiers, .slowest        the different ones of these errors; seconds of the slowest call
%   report.wrong                        a cell: what ended in another way, or took a minute
%   at: a file that holds the number of the case that runs, for what does not come back. Files that calls
%   write go into a folder that is removed.

addpath (fileparts (mfilename ('fullpath')), fileparts (which ('geoms')));    % from any folder
old = warning ('off', 'all');
visible = get (0, 'defaultfigurevisible');
folder = tempname ();
mkdir (folder);
back = cd (folder);
restorer = onCleanup (@() restore (old, visible, back, folder));
set (0, 'defaultfigurevisible', 'off');
report = struct ('accepted', 0, 'refused', 0, 'own', 0, 'identifiers', {{}}, 'slowest', 0, 'wrong', {{}});
for i = numbers(:)'
    if nargin > 2
        case_noted (at, i);
    end
    outcome = '';
    seconds = [];
    evalc ('[outcome, text, seconds] = malformed_case (target, i);');
    report.slowest = max (report.slowest, seconds);
    if strcmp (outcome, 'accepted')
        report.accepted = report.accepted + 1;
    elseif strncmp (outcome, 'geoms:', 6)
        report.refused = report.refused + 1;
        report.identifiers = union (report.identifiers, {outcome});
    elseif strncmp (outcome, 'user:own', 8)
        report.own = report.own + 1;
    else
        report.wrong{end + 1} = sprintf ('malformed_case (''%s'', %d) ends with ''%s'': %s', target, ...
            i, outcome, text);
    end
    if seconds >= 60
        report.wrong{end + 1} = sprintf ('malformed_case (''%s'', %d) took %.0f seconds', target, i, ...
            seconds);
    end
end

end

function restore (old, visible, back, folder)
cd (back);
warning (old);
set (0, 'defaultfigurevisible', visible);
if exist ('OCTAVE_VERSION', 'builtin') ~= 0
    feval ('confirm_recursive_rmdir', false);
end
rmdir (folder, 's');
end
