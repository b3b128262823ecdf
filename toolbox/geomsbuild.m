function file = geomsbuild (folder, varargin)
%GEOMSBUILD  Compiles the C part of the toolbox, without CMake.
%   GEOMSBUILD compiles mex/core and mex/gateway with the compiler that MATLAB or Octave knows, and
%   puts the result into toolbox/private.
%   FILE = GEOMSBUILD (FOLDER) puts it into FOLDER and returns its name.
%
%   Octave needs the packages that bring mkoctfile, LAPACK and BLAS (Debian: octave-dev), MATLAB a
%   compiler chosen by 'mex -setup C'. The oldest MATLAB it is written for is R2018a; it has not been
%   tried in MATLAB yet. Sparse systems are solved by KLU (SuiteSparse; Debian: libsuitesparse-dev)
%   where it is found; where it is not, a line says so.
%
%   The compiler gets the flags in mex/flags.txt and, in Octave, behind them those in the environment
%   variable CFLAGS. An installed package has no C sources: `pkg install` has compiled them.
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
groups = build_groups (fileparts (here));
check_compiler ();

% into a folder of its own first: a MEX file in use must not be overwritten by half of one
work = tempname ();
mkdir (work);
cleaner = onCleanup (@() remove (work));
built = fullfile (work, ['geoms_mex.', mexext]);
if is_octave ()
    build_octave (groups, built);
else
    build_matlab (groups, built);
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

function yes = is_octave ()
yes = exist ('OCTAVE_VERSION', 'builtin') > 0;
end

function check_compiler ()
if is_octave ()
    program = build_mkoctfile ();
    [status, compiler] = system ([program, ' -p CC 2>&1']);
    if status == 0
        status = system ([strtrim(compiler), ' --version > ', null_device(), ' 2>&1']);
    end
    if status ~= 0
        error ('geoms:build:compiler', ['There is no C compiler: install mkoctfile and gcc ', ...
            '(Debian: apt-get install octave-dev).']);
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

function remove (folder)
if exist (folder, 'dir') == 7
    rmdir (folder, 's');
end
end

%!error <does not exist> geomsbuild (tempname ())
%!error <takes nothing or a folder> geomsbuild (tempdir (), 1)
