function [passed, failed] = test_packages ()
%TEST_PACKAGES  What users install: the tarball for pkg of Octave, the zip for MATLAB.
%   The tarball is installed, with the C part compiled in the shortest time (-O0), in a folder of its own,
%   used by Octaves that know nothing else, and removed. `pkg test` is run by tests/run --long alone.

passed = 0;
failed = 0;
if exist ('OCTAVE_VERSION', 'builtin') == 0 || exist (script (), 'file') ~= 2 ...
        || system ('cmake --version > /dev/null 2>&1') ~= 0
    fprintf ('skip packages: they are made by Octave, CMake and the folder of the project\n');
    return
end
work = tempname ();
mkdir (work);
cleaner = onCleanup (@() remove (work));
package = made (work, 'octave-package');
zip = made (work, 'matlab-toolbox');
cases = {
    'the version stands everywhere', @versions
    'tarball: its files are those of the project', @() files_of_package(package)
    'tarball: what pkg reads of it', @() words_of_package(package)
    'tarball: pkg installs it, it works, and pkg removes it', @() installed(package, zip)
    'zip: its files are those of the project', @() files_of_zip(zip)
    'zip: names that MATLAB proposes are accepted', @() signatures(zip)};
[passed, failed] = geoms_suite ('packages', cases);

end

function remove (folder)
feval ('confirm_recursive_rmdir', false, 'local');
rmdir (folder, 's');
end

function folder = root ()
folder = fileparts (fileparts (fileparts (mfilename ('fullpath'))));
end

function file = script ()
file = fullfile (root (), 'toolbox', 'package', 'package.cmake');
end

function text = of_project (varargin)
text = fileread (fullfile (root (), varargin{:}));
end

function word = version_of (varargin)
word = regexp (of_project (varargin{1:end - 1}), varargin{end}, 'tokens', 'once');
word = word{1};
end

% ---- made and unpacked ----

% home: a folder of its own in work; archive; folder: what was unpacked there
function made = made (work, kind)
made.home = fullfile (work, kind);
run (sprintf ('cmake -DKIND=%s -DOUT="%s" -DOCTAVE="%s" -P "%s"', kind, made.home, octave (), script ()));
found = dir (fullfile (made.home, 'geoms-*'));
check (numel (found) == 1, '%d archives', numel (found));
made.archive = fullfile (made.home, found.name);
run (sprintf ('cmake -E chdir "%s" cmake -E tar xf "%s"', made.home, made.archive));
made.folder = fullfile (made.home, ['geoms-', version_of('CMakeLists.txt', 'VERSION ([\d.]+) ')]);
check (exist (made.folder, 'dir') == 7, 'there is no %s', made.folder);
end

function text = run (command)
[status, text] = system ([command, ' 2>&1']);
check (status == 0, '%s\n%s', command, text);
end

function program = octave ()
program = fullfile (feval ('OCTAVE_HOME'), 'bin', 'octave-cli');
end

% names of the files below a folder that end like this, sorted
function list = below (folder, suffix)
list = {};
found = dir (folder);
for i = reshape (find (~strncmp ({found.name}, '.', 1)), 1, [])
    if found(i).isdir
        list = [list, strcat(found(i).name, '/', below (fullfile (folder, found(i).name), suffix))]; %#ok<AGROW>
    elseif ~isempty (regexp (found(i).name, suffix, 'once'))
        list{end + 1} = found(i).name; %#ok<AGROW>
    end
end
list = sort (list);
end

function need_same (packed, project, suffix)
packed = below (packed, suffix);
project = below (fullfile (root (), project), suffix);
project = project(~strncmp (project, 'package/', 8));
check (~isempty (packed));
need_no_other (packed, project);
end

function need_no_other (packed, project)
lost = setdiff (project, packed);
more = setdiff (packed, project);
check (isempty (lost) && isempty (more), 'lost: %s; more: %s', sprintf ('%s ', lost{:}), ...
    sprintf ('%s ', more{:}));
end

% ---- cases ----

function versions ()
number = version_of ('CMakeLists.txt', 'project \(geoms VERSION ([\d.]+) ');
check (strcmp (number, version_of ('toolbox', 'Contents.m', '% Version ([\d.]+)\n')));
check (strcmp (number, version_of ('CITATION.cff', '\nversion: ([\d.]+)\n')));
check (~isempty (strfind (of_project ('CHANGELOG.md'), sprintf ('\n## %s (', number))));
end

function files_of_package (package)
inst = fullfile (package.folder, 'inst');
need_same (fullfile (package.folder, 'src'), 'mex', '\.[ch]$');
need_same (fullfile (inst, 'examples'), 'examples', '\.(m|c|md)$');
list = below (inst, '\.m$');
list = list(~strncmp (list, 'examples/', 9));
project = below (fullfile (root (), 'toolbox'), '\.m$');
project = project(~strncmp (project, 'package/', 8));
need_no_other (list, project);
check (exist (fullfile (inst, 'include', 'geoms_model.h'), 'file') == 2);

% pictures that examples write are not packed
pictures = regexp (of_project ('.gitignore'), '\n!/(examples/\S+)', 'tokens');
pictures = cellfun (@(p) p{1}, pictures, 'UniformOutput', false);
packed = strcat ('examples/', below (fullfile (inst, 'examples'), '\.(png|gif|svg)$'));
known = cellfun (@(p) ['^', strrep(strrep (p, '.', '\.'), '*', '[^/]*'), '$'], pictures, ...
    'UniformOutput', false);
for i = 1:numel (packed)
    check (any (~cellfun ('isempty', regexp (packed{i}, known, 'once'))), 'packed: %s', packed{i});
end

% examples find the package
for name = below (fullfile (inst, 'examples'), '\.m$')
    text = fileread (fullfile (inst, 'examples', name{1}));
    check (isempty (regexp (text, '''\.\.''[^\n]*''(toolbox|mex|tests)''', 'once')), '%s', name{1});
end
end

function words_of_package (package)
folder = package.folder;
text = fileread (fullfile (folder, 'DESCRIPTION'));
for name = {'Name', 'Version', 'Date', 'Title', 'Author', 'Maintainer', 'Description', 'Depends', 'License'}
    check (~isempty (regexp (text, ['(^|\n)', name{1}, ': \S'], 'once')), 'DESCRIPTION: %s', name{1});
end
check (isempty (strfind (text, '@')), '%s', text);
check (~isempty (regexp (text, '\nDepends: octave \(>= \d+\.0\.0\)\n', 'once')));
listed = regexp (fileread (fullfile (folder, 'INDEX')), '\n (\w+)', 'tokens');
listed = cellfun (@(name) name{1}, listed, 'UniformOutput', false);
public = dir (fullfile (root (), 'toolbox', '*.m'));
public = setdiff (regexprep ({public.name}, '\.m$', ''), 'Contents');
need_no_other (listed, public);
check (strcmp (fileread (fullfile (folder, 'COPYING')), of_project ('LICENSE')));
check (strcmp (fileread (fullfile (folder, 'NEWS')), of_project ('CHANGELOG.md')));

% `pkg test` runs the tests of all functions that compute
for name = public(cellfun ('isempty', regexp (public, '^geomsfcn_')))
    check (~isempty (regexp (of_project ('toolbox', [name{1}, '.m']), '\n%!(test|assert|error)', 'once')), ...
        '%s has no tests for pkg', name{1});
end
end

function installed (package, zip)
home = package.home;
old = getenv ('CFLAGS');
restorer = onCleanup (@() setenv ('CFLAGS', old));
setenv ('CFLAGS', '-O0');
text = in_octave (home, {['pkg install -local ''', package.archive, '''']});
check (~isempty (strfind (text, 'geoms_mex')), '%s', text);
check (isempty (strfind (text, 'warning')), '%s', text);

text = in_octave (home, [{'pkg load geoms'}; uses()]);
check (~isempty (regexp (text, '\d+ passed, 0 failed.*all of it worked', 'once')), '%s', text);
text = in_octave (home, {'geoms_there = exist (''geomssys'', ''file'')'});
check (~isempty (strfind (text, 'geoms_there = 0')), 'found without pkg load: %s', text);
if is_long ()
    text = in_octave (home, {'pkg test geoms'});
    check (~isempty (regexp (text, 'PASS +\d\d+\s+FAIL +0\s', 'once')), '%s', text);
end

% the zip with this MEX file: geoms_setup finds it
folder = zip.folder;
built = below (home, ['^geoms_mex\.', mexext, '$']);
copyfile (fullfile (home, built{1}), fullfile (folder, 'toolbox', 'private'));
text = in_octave (home, {['cd ''', folder, ''''], 'geoms_setup ()', 'geomsexport (''include'')'});
check (~isempty (regexp (text, 'passed, 0 failed.*GEOMS is ready', 'once')), '%s', text);
check (~isempty (strfind (text, fullfile (folder, 'mex', 'core', 'include'))), '%s', text);

text = in_octave (home, {'pkg uninstall -local geoms'});
check (isempty (strfind (text, 'error')) && isempty (below (home, '^geoms_mex')), '%s', text);
end

% lines that use an installed package: a test, a run, files and processes that must find it again
function lines = uses ()
lines = {
    'failed = geomstest ();'
    'sys = geomssys (''mass'', [1 1], ''force'', @(t,p,v) [0; -9.81], ''constraint'', @(t,p) p''*p - 1);'
    'sol = geoms (sys, [0 1], struct (''p'', [1; 0]));'
    'assert (max (sol.residual.relative(:)) < 1e-12);'
    'assert (exist (fullfile (geomsexport (''include''), ''geoms_model.h''), ''file''), 2);'
    'cd (fullfile (fileparts (which (''geoms'')), ''examples'', ''native''));'
    'run_export (0.1);'    % compiles with the header of the package
    'job = geomssweep (sys, [0 0.1], struct (''p'', {[1; 0], [0; 1]}), [], ''Folder'', tempname (), ''Tasks'', 2);'
    'for task = {''1'', ''2''}'
    '    setenv (''SLURM_ARRAY_TASK_ID'', task{1});'
    '    assert (system ([''sh "'', job.script, ''"'']), 0);'
    'end'
    'results = geomssweep (job.folder);'
    'assert (numel (results), 2);'
    'confirm_recursive_rmdir (false);'
    'rmdir (job.folder, ''s'');'
    'try, geomstest (''all''); catch e, assert (e.identifier, ''geoms:test:missing''); end'
    'try, geomsbuild (); catch e, assert (e.identifier, ''geoms:build:sources''); end'
    'disp (''all of it worked'')'};
end

% what an Octave says that has this folder for packages, and runs these lines
function text = in_octave (home, lines)
file = fullfile (home, 'lines_of_test.m');
id = fopen (file, 'w');
fprintf (id, 'pkg (''prefix'', ''%s'', ''%s'');\n', fullfile (home, 'packages'), fullfile (home, 'packages'));
fprintf (id, 'pkg (''%s_list'', ''%s'');\n', 'local', fullfile (home, 'list'), 'global', fullfile (home, 'none'));
fprintf (id, '%s\n', lines{:});
fclose (id);
if exist (fullfile (home, 'packages'), 'dir') ~= 7
    mkdir (fullfile (home, 'packages'));
end
[status, text] = system (sprintf ('cd "%s" && "%s" --norc --no-history -q "%s" 2>&1', home, octave (), file));
check (status == 0, '%s', text);
end

function files_of_zip (zip)
folder = zip.folder;
for name = {'README.md', 'LICENSE', 'geoms_setup.m'}
    check (exist (fullfile (folder, name{1}), 'file') == 2, 'there is no %s', name{1});
end
need_same (fullfile (folder, 'mex'), 'mex', '\.[ch]$');
need_same (fullfile (folder, 'toolbox'), 'toolbox', '\.m$');
need_same (fullfile (folder, 'examples'), 'examples', '\.(m|c|md)$');
check (isempty (regexp (fileread (fullfile (folder, 'README.md')), '@\w+@', 'once')));
end

function signatures (zip)
text = fileread (fullfile (zip.folder, 'toolbox', 'resources', 'functionSignatures.json'));
list = feval ('jsondecode', text);
functions = fieldnames (list)';
for name = functions(strncmp (functions, 'geoms', 5))
    check (exist (name{1}, 'file') == 2, 'there is no %s', name{1});
end
names = named (list.geomsset, 'namevalue');
need_no_other (names, fieldnames (geomsset ())');
check (isempty (setdiff (names, named (list.geoms, 'namevalue'))));
for name = named (list.geomssys, 'namevalue')
    try
        geomssys (name{1}, NaN);
    catch e
        check (~strcmp (e.identifier, 'geoms:system:name'), '%s', e.message);
    end
end

% words that are proposed are accepted
words = regexp (text, '"Formulation"[^}]*choices={([^}]*)}', 'tokens', 'once');
words = regexp (words{1}, '''([^'']+)''', 'tokens');
check (numel (words) > 10);
for word = words
    opts = geomsset ('Formulation', word{1}{1});
    check (strcmp (opts.Formulation, word{1}{1}));
end
end

function names = named (f, kind)
in = f.inputs;
if isstruct (in)
    in = num2cell (in);
end
in = in(cellfun (@(one) strcmp (one.kind, kind), in));
names = cellfun (@(one) one.name, in(:)', 'UniformOutput', false);
end

%!test
%! [~, failed] = test_packages ();
%! assert (failed, 0);
