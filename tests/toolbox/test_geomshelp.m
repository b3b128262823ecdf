function [passed, failed] = test_geomshelp ()
%TEST_GEOMSHELP  What stands behind identifiers, and that none is missing.

cases = {
    'a status: text and remedy of the one list', @status
    'an error: its messages, with dots for what they fill in', @messages
    'one word, all, and what is printed', @words
    'every identifier in the sources is listed, and none besides', @complete
    'identifiers that are put together have words that are raised', @together
    'every identifier says something', @says
    'something else is refused', @refused};
[passed, failed] = geoms_suite ('geomshelp', cases);

end

function status ()
entry = geomshelp ('geoms:steps:many');
check (strcmp (entry.kind, 'run') && ~isempty (strfind (entry.remedy, 'MaxSteps')));
warning ('off', 'geoms:steps:many', 'local');
sol = geoms (pendulum ('vectorized'), [0 10], struct ('p', [1; 0]), 'MaxSteps', 5);
check (strncmp (sol.info.remedy, entry.remedy, 20), '%s', sol.info.remedy);
end

function messages ()
entry = geomshelp ('geoms:val:range');
check (strcmp (entry.kind, 'error'));
check (strncmp (entry.text, 't(...) = ... lies outside of the solution', 40), '%s', entry.text);
entry = geomshelp ('geoms:initial:moved');
check (strcmp (entry.kind, 'warning'), '%s', entry.kind);
end

function words ()
list = geomshelp ('rank');
check (numel (list) > 5 && all (~cellfun ('isempty', strfind ({list.identifier}, 'rank'))));
all_of_them = geomshelp ();
check (issorted_of ({all_of_them.identifier}) && numel (all_of_them) > 200);
text = evalc ('geomshelp (''geoms:steps:small'')');
check (~isempty (strfind (text, 'step size became too small')) ...
    && all (cellfun (@numel, regexp (text, '\n', 'split')) <= 100), '%s', text);
text = evalc ('geomshelp ()');
check (~isempty (strfind (text, sprintf ('geoms:x0:size\n'))));
end

function yes = issorted_of (names)
yes = isequal (names, unique (names));
end

% those that stand as a whole in a source, in .m or C; where the C sources are not here, in .m
function complete ()
root = fileparts (fileparts (fileparts (mfilename ('fullpath'))));
folders = {'toolbox', 'toolbox/private', 'toolbox/@geomstraced', 'toolbox/@geomstraced/private', ...
    'mex/gateway', 'mex/core/base', 'mex/core/include', 'mex/core/run', 'mex/core/forms', 'mex/core/model'};
found = {};
for i = 1:numel (folders)
    folder = fullfile (root, folders{i});
    files = [dir(fullfile (folder, '*.m')); dir(fullfile (folder, '*.c')); dir(fullfile (folder, '*.h'))];
    for k = reshape (find (~strcmp ({files.name}, 'help_written.m')), 1, [])
        code = regexprep (fileread (fullfile (folder, files(k).name)), '^\s*%[^\n]*', '', 'lineanchors');
        found = [found, regexp(code, '(?<=[''"])geoms:\w+(:\w+)?(?=[''"])', 'match')]; %#ok<AGROW>
    end
end
found = setdiff (found, {'geoms:unknown'});
list = geomshelp ();
missing = setdiff (found, {list.identifier});
check (isempty (missing), 'not listed: %s', strjoin (missing, ' '));
more = setdiff ({list.identifier}, [found, put_together()]);
check (~has_sources () || isempty (more), 'in no source: %s', strjoin (more, ' '));
end

% by opt_pairs, check_levels_along, sweep_arguments and get.c
function names = put_together ()
names = [strcat('geoms:linear:', {'name', 'pairs', 'twice'}), strcat('geoms:levels:', {'acceleration', ...
    'gradient', 'invariant', 'jacobian', 'rheonomic', 'velocity'}), {'geoms:sweep:workers', ...
    'geoms:gateway:type'}];
end

function together ()
check_error ('geoms:linear:name', @() geomslinear ('X', 1));
check_error ('geoms:linear:pairs', @() geomslinear ('M'));
check_error ('geoms:linear:twice', @() geomslinear ('M', 1, 'M', 1));
sys = pendulum ('vectorized');
check_error ('geoms:sweep:workers', @() geomssweep (sys, [0 1], struct ('p', [1; 0]), [], 'Workers', 0));
end

function says ()
for entry = geomshelp ()
    check (numel (strrep (entry.text, '.', '')) > 12, '%s says nothing', entry.identifier);
    check (isempty (regexp (entry.text, 'error \(|%[sdg]|;\s*$', 'once')), '%s has code: %s', ...
        entry.identifier, entry.text);
end
end

function refused ()
check_error ('geoms:help:word', @() geomshelp (3));
check_error ('geoms:help:word', @() geomshelp ('stepz'), '''steps''');
check_error ('geoms:help:word', @() geomshelp ('geoms:steps:smll'), '''geoms:steps:small''');
check_error ('geoms:help:word', @() geomshelp ('my:error'), 'of your own functions');
end
