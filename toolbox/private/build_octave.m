function build_octave (groups, built)
%BUILD_OCTAVE  Compiles groups of C files (BUILD_GROUPS) with mkoctfile into the MEX file `built`.
%   As many files at a time as there are processors; what is compiled goes into the folder of `built`.

program = build_mkoctfile ();
work = fileparts (built);
old = getenv ('CFLAGS');
restorer = onCleanup (@() restore_flags (old));
[klu, libraries] = build_klu (@(flags, libraries) klu_works (program, work, flags, libraries));

objects = {};
for group = groups
    setenv ('CFLAGS', strtrim ([group.flags, ' ', old]));
    [~, names] = cellfun (@fileparts, group.files, 'UniformOutput', false);
    made = strcat (work, filesep (), names, '.o');
    start = [program, ' --mex -c', words(klu), words(strcat ('-I', group.include)), ' -o'];
    compile (cellfun (@(from, to) [start, words({to, from})], group.files, made, 'UniformOutput', false));
    objects = [objects, made]; %#ok<AGROW>
end

% by way of an archive, whose name is short; the linker takes what mexFunction needs. With the flags of
% files mkoctfile would hide the number of the interface that it adds from Octave 10 on.
restore_flags (old);
archive = fullfile (work, 'all.a');
for i = 1:40:numel (objects)
    execute ([told(program, 'AR'), ' rcs', words([archive, objects(i:min (end, i + 39))])]);
end
loader = ' -ldl -lpthread';
if ispc ()
    loader = '';
elseif ~ismac ()
    loader = [loader, ' -Wl,--exclude-libs,ALL'];    % nothing of it is visible outside
end
execute ([program, ' --mex -o', words([{built}, objects(strcmp (objects, main_of (work))), {archive}, ...
    libraries]), ' ', told(program, 'LAPACK_LIBS'), ' ', told(program, 'BLAS_LIBS'), loader]);

end

function name = main_of (work)
name = fullfile (work, 'geoms_mex.o');
end

function text = words (list)
text = '';
if ~isempty (list)
    text = sprintf (' "%s"', list{:});
end
end

function text = told (program, variable)
[status, text] = system ([program, ' -p ', variable]);
text = strtrim (text);
if status ~= 0
    text = '';
end
end

% ---- programs ----

function execute (command)
[status, text] = system ([command, ' 2>&1']);
if status ~= 0
    failed (text);
end
end

% commands side by side; the one that began first is waited for
function compile (commands)
most = min (numel (commands), nproc ());
pipes = zeros (1, numel (commands));
for i = 1:numel (commands) + most
    if i > most
        at = i - most;
        text = fread (pipes(at), Inf, 'char=>char')';
        if pclose (pipes(at)) ~= 0
            arrayfun (@pclose, pipes(at + 1:min (i - 1, end)));
            failed (text);
        end
    end
    if i <= numel (commands)
        pipes(i) = popen ([commands{i}, ' 2>&1'], 'r');
    end
end
end

function failed (text)
error ('geoms:build:compile', 'The C sources do not compile: %s', strtrim (text));
end

function yes = klu_works (program, work, flags, libraries)
file = fullfile (work, 'probe.c');
id = fopen (file, 'w');
fprintf (id, ['#include <klu.h>\nint mexFunction (void);\nint mexFunction (void)\n', ...
    '{\n    klu_common c;\n    return klu_defaults (&c);\n}\n']);
fclose (id);
[status, ~] = system ([program, ' --mex', words([{'-o', fullfile(work, 'probe.mex'), file}, flags, ...
    libraries]), ' 2>&1']);
yes = status == 0;
end

% a flag that was not set must not become an empty one
function restore_flags (old)
if isempty (old)
    unsetenv ('CFLAGS');
else
    setenv ('CFLAGS', old);
end
end
