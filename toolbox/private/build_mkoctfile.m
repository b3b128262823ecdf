function program = build_mkoctfile ()
%BUILD_MKOCTFILE  How the mkoctfile of this Octave is called, which is not always the first in PATH.

program = fullfile (feval ('__octave_config_info__', 'bindir'), 'mkoctfile');
if ispc ()
    program = [program, '.exe'];
end
if exist (program, 'file') ~= 2
    program = 'mkoctfile';
end
program = ['"', program, '"'];

end
