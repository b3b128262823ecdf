function text = identifiers_page (what)
% IDENTIFIERS_PAGE  The page identifiers.md of the guide, from the lists of the toolbox.
%   TEXT = IDENTIFIERS_PAGE () is the page, IDENTIFIERS_PAGE ('write') writes it: what GEOMSHELP knows of all
%   identifiers, by areas, the second words of identifiers.
%
%   See also GEOMSHELP.

here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', '..', 'toolbox'));
list = geomshelp ();
list = list(~ismember ({list.identifier}, {'geoms:ok', 'geoms:stopped', 'geoms:event'}));
areas = regexprep ({list.identifier}, '^geoms:(\w+).*', '$1');
text = head ();
for area = reshape (unique (areas), 1, [])
    members = list(strcmp (areas, area{1}));
    text = sprintf ('%s\n## %s\n\n%s| identifier | what it says, what to do |\n|---|---|\n', text, area{1}, ...
        intro (area{1}));
    for m = members
        text = sprintf ('%s| `%s` | %s |\n', text, m.identifier, words (m));
    end
end
if nargin > 0 && strcmp (what, 'write')
    handle = fopen (fullfile (here, 'identifiers.md'), 'w');
    fwrite (handle, text);
    fclose (handle);
end

end

function text = head ()
text = strjoin ({
    '# Identifiers: what went wrong, and what to do'
    ''
    'Every error and every warning has an identifier, `geoms:area:reason`, which stays the same. The message says what,'
    'where, with which value, and what to do; `lasterr` and `lastwarn` have the last ones, `sol.info.identifier` that of a'
    'run. At the prompt:'
    ''
    '```matlab'
    'geomshelp (''geoms:steps:small'')'
    '```'
    '```text'
    'geoms:steps:small (status of a run, sol.info)'
    '    The step size became too small.'
    '    Look for a singular position, a jump in a force, or a wrong hidden constraint near this time.'
    '```'
    ''
    'A warning is turned off by `warning (''off'', ''geoms:initial:moved'')`. An error of one of your own functions keeps its'
    'own identifier.'
    ''
    'In the list, ... stands for what a message fills in, and several messages of one identifier are separated by a bar.'
    '*Run* is the status of a run that did not reach its end, a warning with a partial solution (an error where it could'
    'not start); *warning* is a warning of a run that goes on; *internal* should not happen: report it. All others are'
    'errors: nothing was computed.'
    ''
    'The page is made of the toolbox''s own lists by `octave-cli --eval "addpath examples/guide; identifiers_page (''write'');"`.'
    ''}, sprintf ('\n'));
end

function text = words (entry)
kinds = struct ('run', '*Run.* ', 'warning', '*Warning.* ', 'internal', '*Internal.* ', 'error', '');
text = strtrim ([entry.text, ' ', entry.remedy]);
text = regexprep (text, '\s+', ' ');
text = strrep (strrep (text, '|', '\|'), ' / ', ' \| ');
text = [kinds.(entry.kind), regexprep(text, '([<>*_])', '\\$1')];
end

% what an area is about; '' if its name says it
function text = intro (area)
rows = {
    'arguments', 'Calls with too few or too many arguments.'
    'build', 'Compiling the C part.'
    'callback', 'What your functions return during a run. See [Resume](resume.md) for what was computed before.'
    'check', 'Levels of constraints and derivatives that do not fit together. `geomscheck` names every entry. See [Equations](equations.md).'
    'decomposition', 'The constraints at a state. See [Redundancy](redundancy.md).'
    'derive', 'Recording of functions. See [Equations](equations.md) and `help geomsfcn_recorded`.'
    'events', 'See [Events](events.md).'
    'extend', 'Runs that go on. See [Resume](resume.md).'
    'gateway', 'Between the toolbox and its C part.'
    'initial', 'Consistent initial values. See [Start](start.md).'
    'init', 'Calls of `geomsinit`.'
    'lapack', 'From the linear algebra library.'
    'levels', 'A hidden level that is wrong away from the start. See [Equations](equations.md).'
    'mass', 'The mass matrix. See [Redundancy](redundancy.md).'
    'native', 'Models in C. See [In C](c.md).'
    'newton', 'Newton''s method within a step.'
    'options', 'Names and values of options: `geomsset` lists them.'
    'partition', 'Coordinate partitioning. See [Compare](compare.md).'
    'rank', 'Constraints that depend on each other. See [Redundancy](redundancy.md).'
    'selector', 'Rows of the option `Selector`. See [Compare](compare.md).'
    'steps', 'See [Speed](speed.md).'
    'sweep', 'See [Sweeps](sweeps.md).'
    'system', 'Descriptions by `geomssys`. See [Equations](equations.md).'
    'tree', 'Bodies, joints and forces. See [Bodies](bodies.md).'
    'tspan', 'Time spans.'
    'urdf', 'Files in URDF. See [Bodies](bodies.md).'
    'val', 'Calls of `geomsval`.'
    'x0', 'Initial values as they are given.'};
at = strcmp (rows(:, 1), area);
text = '';
if any (at)
    text = sprintf ('%s\n\n', rows{at, 2});
end
end
