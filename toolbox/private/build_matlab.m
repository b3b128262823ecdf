function build_matlab (groups, built)
%BUILD_MATLAB  Compiles groups of C files (BUILD_GROUPS) with mex into the MEX file `built`.
%   Not tried in MATLAB yet. Its LAPACK has 64-bit integers, and no underscores on Windows; compilers
%   that are neither gcc nor clang get no flags of theirs.

work = fileparts (built);
lapack = {'-DGEOMS_LAPACK_INT=ptrdiff_t'};
loader = {'-ldl', '-lpthread'};
if ispc ()
    lapack{2} = '-DGEOMS_LAPACK_NO_UNDERSCORE';
    loader = {};
end
chosen = mex.getCompilerConfigurations ('C', 'Selected');
[klu, libraries] = build_klu (@(flags, libraries) klu_works (work, flags, libraries));
for group = groups
    flags = {};
    if ~strcmp (chosen.Manufacturer, 'Microsoft')
        flags = {['CFLAGS=$CFLAGS ', group.flags]};
    end
    include = strcat ('-I', group.include);
    call_mex ('-c', '-R2017b', flags{:}, lapack{:}, klu{:}, include{:}, '-outdir', work, group.files{:});
end
objects = [dir(fullfile (work, '*.o')); dir(fullfile (work, '*.obj'))];
objects = strcat (work, filesep (), {objects.name});
call_mex ('-R2017b', '-outdir', work, '-output', 'geoms_mex', objects{:}, libraries{:}, ...
    '-lmwlapack', '-lmwblas', loader{:});

end

function call_mex (varargin)
try
    mex (varargin{:});
catch e
    error ('geoms:build:compile', 'The C sources do not compile: %s', e.message);
end
end

function yes = klu_works (work, flags, libraries)
file = fullfile (work, 'probe.c');
id = fopen (file, 'w');
fprintf (id, ['#include "mex.h"\n#include <klu.h>\nvoid mexFunction (int nl, mxArray *l[], int nr, ', ...
    'const mxArray *r[])\n{\n    klu_common c;\n    klu_defaults (&c);\n}\n']);
fclose (id);
yes = true;
try
    evalc ('mex (''-outdir'', work, flags{:}, file, libraries{:});');
catch
    yes = false;
end
delete (fullfile (work, 'probe.*'));
end
