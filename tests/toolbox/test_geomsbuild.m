function [passed, failed] = test_geomsbuild ()
%TEST_GEOMSBUILD  Compilation without CMake, and geomstest.

cases = {
    'it compiles, and what it compiles works', @compiles
    'a folder that does not exist is refused', @no_folder
    'a missing compiler is named', @no_compiler
    'geomstest passes', @self_test
    'Contents lists every public function', @contents
    'every public function has a runnable example', @examples};
[passed, failed] = geoms_suite ('geomsbuild', cases);

end

function compiles ()
if ~has_sources ()
    fprintf ('skip geomsbuild: no C sources here to compile\n');
    return
end
folder = tempname ();
mkdir (folder);
old = pwd ();
flags = getenv ('CFLAGS');
cleaner = onCleanup (@() clean (folder, old, flags));
if ~is_long ()
    setenv ('CFLAGS', '-O0');    % in the shortest time
end
file = geomsbuild (folder);
check (exist (file, 'file') > 0);
cd (folder);
built = @geoms_mex;
text = fileread (fullfile (toolbox (), 'Contents.m'));
check (~isempty (strfind (text, ['Version ', built('version')])), '%s', built ('version'));
list = built ('options');
missing = setdiff ({list.name}, fieldnames (geomsset ()));
check (isempty (missing) && numel (list) > 20, '%s ', missing{:});
end

function clean (folder, old, flags)
setenv ('CFLAGS', flags);
cd (old);
clear geoms_mex
rmdir (folder, 's');
end

function no_folder ()
check_error ('geoms:build:folder', @() geomsbuild (tempname ()));
end

function no_compiler ()
if exist ('OCTAVE_VERSION', 'builtin') == 0 || ~has_sources ()
    fprintf ('skip geomsbuild: the missing compiler is tested with Octave and the sources only\n');
    return
end
folder = tempname ();
mkdir (folder);
old = getenv ('PATH');
cleaner = onCleanup (@() restore_path (old, folder));
setenv ('PATH', folder);
check_error ('geoms:build:compiler', @() geomsbuild (folder));
end

function restore_path (old, folder)
setenv ('PATH', old);
rmdir (folder, 's');
end

function self_test ()
text = evalc ('failed = geomstest ();');
check (~isempty (regexp (text, '\d+ passed, 0 failed', 'once')), '%s', text);
check_error ('geoms:test:which', @() geomstest ('some'));
failed = NaN;
text = evalc ('failed = geomstest (''recording'');');
check (failed == 0 && numel (strfind (text, sprintf ('\nyes'))) >= 9, '%s', text);
end

function files = public ()
files = dir (fullfile (toolbox (), '*.m'));
files = {files.name};
files = files(~strcmp (files, 'Contents.m'));
end

function folder = toolbox ()
folder = fullfile (fileparts (fileparts (fileparts (mfilename ('fullpath')))), 'toolbox');
end

function contents ()
text = fileread (fullfile (toolbox (), 'Contents.m'));
files = public ();
for i = 1:numel (files)
    name = files{i}(1:end - 2);
    h1 = regexp (fileread (fullfile (toolbox (), files{i})), '%[A-Z_]+  ([^\n]*)', 'tokens', ...
        'once');
    check (~isempty (regexp (text, ['%   ', name, ' +- '], 'once')), '%s is missing', name);
    check (~isempty (strfind (text, ['- ', h1{1}])), 'the first line of %s differs', name);
end
end

% the block after 'Example:' in each help text is run as it stands there
function examples ()
old = get (0, 'DefaultFigureVisible');
restorer = onCleanup (@() set (0, 'DefaultFigureVisible', old));
set (0, 'DefaultFigureVisible', 'off');
film = fullfile (pwd (), 'pendulum.gif');    % what the example of geomsanimate writes
was_there = exist (film, 'file') == 2;
cleaner = onCleanup (@() delete_new (film, was_there)); %#ok<NASGU>
files = public ();
for i = 1:numel (files)
    text = fileread (fullfile (toolbox (), files{i}));
    block = regexp (text, '%   Example:[^\n]*\n((%       [^\n]*\n)+)', 'tokens', 'once');
    if any (strcmp (files{i}, {'geomsbuild.m', 'geomstest.m', 'geomsfcn_ivcond.m'}))
        continue
    end
    check (~isempty (block), 'no example in %s', files{i});
    try
        run_lines (regexprep (block{1}, '(^|\n)%', '$1'));
    catch e
        error ('geoms:test:example', 'the example of %s: %s', files{i}, e.message);
    end
end
close all
end

function delete_new (file, was_there)
if ~was_there && exist (file, 'file') == 2
    delete (file);
end
end

function run_lines (lines)
evalc (lines);
end

%!test
%! [~, failed] = test_geomsbuild ();
%! assert (failed, 0);
