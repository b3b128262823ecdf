function file = geomsbuild (folder, varargin)
%GEOMSBUILD  Compiles the C part of the toolbox, without CMake.
%   GEOMSBUILD compiles mex/core and mex/gateway with the compiler that MATLAB or Octave knows, and
%   puts the result into toolbox/private.
%   FILE = GEOMSBUILD (FOLDER) puts it into FOLDER and returns its name.
%
%   Octave needs the packages that bring mkoctfile, LAPACK and BLAS (Debian: octave-dev,
%   liblapack-dev), MATLAB a compiler chosen by 'mex -setup C'. The oldest MATLAB it is written for is
%   R2018a; it has not been tried in MATLAB yet. Sparse systems are solved by KLU (SuiteSparse; Debian:
%   libsuitesparse-dev) where its header klu.h is found; where it is not, a line says so.
%
%   Example:
%       geomsbuild
%       geomstest
%
%   See also GEOMSTEST.

here = fileparts (mfilename ('fullpath'));
if nargin < 1
    folder = fullfile (here, 'private');
elseif nargin > 1
    error ('geoms:arguments:number', 'geomsbuild takes nothing or a folder.');
end
if ~ischar (folder) || size (folder, 1) ~= 1 || exist (folder, 'dir') ~= 7
    error ('geoms:build:folder', 'The folder to build into does not exist.');
end
root = fileparts (here);
sources = [list(fullfile (root, 'mex', 'core')), list(fullfile (root, 'mex', 'gateway'))];
include = {['-I', fullfile(root, 'mex', 'core', 'include')], ['-I', fullfile(root, 'mex', 'core')]};
check_compiler ();
[klu, libraries] = klu_of_system ();

% into a folder of its own first: a MEX file in use must not be overwritten by half of one
work = tempname ();
mkdir (work);
cleaner = onCleanup (@() remove (work));
built = fullfile (work, ['geoms_mex.', mexext]);
loader = {'-ldl', '-lpthread'};
if ispc ()
    loader = {};
end
if is_octave ()
    old = getenv ('CFLAGS');
    restorer = onCleanup (@() restore_flags (old));
    setenv ('CFLAGS', '-O2 -fPIC -ffp-contract=off');
    compile (klu{:}, include{:}, sources{:}, '-o', built, libraries{:}, '-llapack', ...
        '-lblas', loader{:});
else
    flags = lapack_of_matlab ();
    compile ('-R2017b', '-O', flags{:}, klu{:}, include{:}, sources{:}, '-outdir', work, ...
        '-output', 'geoms_mex', libraries{:}, '-lmwlapack', '-lmwblas', loader{:});
end
clear geoms_mex opt_list opt_table opt_complete opt_tolerance opt_unused gate_code geomsget geomsset
file = fullfile (folder, ['geoms_mex.', mexext]);
[moved, message] = movefile (built, file, 'f');
if ~moved
    error ('geoms:build:move', 'The compiled file could not be put into %s: %s.', folder, message);
end
if nargout == 0
    fprintf ('Built %s\n', file);
    clear file
end

end

% the C files of a folder and of the folders in it
function sources = list (folder)
sources = files (folder);
if isempty (sources)
    error ('geoms:build:sources', 'There are no C sources in %s: the toolbox is not complete.', ...
        folder);
end
end

function sources = files (folder)
found = dir (fullfile (folder, '*.c'));
sources = cellfun (@(name) fullfile (folder, name), {found.name}, 'UniformOutput', false);
inside = dir (folder);
for name = {inside([inside.isdir]).name}
    if ~any (strcmp (name{1}, {'.', '..'}))
        sources = [sources, files(fullfile (folder, name{1}))]; %#ok<AGROW>
    end
end
end

function yes = is_octave ()
yes = exist ('OCTAVE_VERSION', 'builtin') > 0;
end

% flags for KLU of SuiteSparse, and what is linked; nothing where its header is in no usual place
function [flags, libraries] = klu_of_system ()
flags = {};
libraries = {};
for place = {'/usr', '/usr/local', '/opt/homebrew', '/opt/local'}
    for inner = {fullfile('include', 'suitesparse'), 'include'}
        folder = fullfile (place{1}, inner{1});
        if exist (fullfile (folder, 'klu.h'), 'file') == 2
            flags = {'-DGEOMS_HAVE_KLU', ['-I', folder]};
            libraries = {'-lklu', '-lbtf', '-lamd', '-lcolamd', '-lsuitesparseconfig'};
            if ~strcmp (place{1}, '/usr')
                libraries = [{['-L', fullfile(place{1}, 'lib')]}, libraries];
            end
            return
        end
    end
end
fprintf ('KLU was not found (Debian: libsuitesparse-dev): dense systems alone.\n');
end

% MATLAB's LAPACK has 64-bit integers, and no underscores on Windows
function flags = lapack_of_matlab ()
flags = {'-DGEOMS_LAPACK_INT=ptrdiff_t'};
if ispc ()
    flags{2} = '-DGEOMS_LAPACK_NO_UNDERSCORE';
end
end

function check_compiler ()
if is_octave ()
    [status, compiler] = system ('mkoctfile -p CC 2>&1');
    if status == 0
        status = system ([strtrim(compiler), ' --version > ', null_device(), ' 2>&1']);
    end
    if status ~= 0
        error ('geoms:build:compiler', ['There is no C compiler: install mkoctfile and gcc ', ...
            '(Debian: apt-get install octave-dev gcc liblapack-dev).']);
    end
elseif isempty (mex.getCompilerConfigurations ('C', 'Selected'))
    error ('geoms:build:compiler', 'There is no C compiler: choose one with ''mex -setup C''.');
end
end

function name = null_device ()
name = '/dev/null';
if ispc ()
    name = 'NUL';
end
end

function compile (varargin)
try
    mex (varargin{:});
catch e
    error ('geoms:build:compile', 'The C sources do not compile: %s', e.message);
end
end

% a flag that was not set must not become an empty one
function restore_flags (old)
if isempty (old)
    unsetenv ('CFLAGS');
else
    setenv ('CFLAGS', old);
end
end

function remove (folder)
if exist (folder, 'dir') == 7
    rmdir (folder, 's');
end
end

%!error <does not exist> geomsbuild (tempname ())
