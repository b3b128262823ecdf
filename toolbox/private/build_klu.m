function [flags, libraries] = build_klu (works)
%BUILD_KLU  Flags for KLU of SuiteSparse and what is linked, two cells; nothing where it is not there.
%   It is if its header is in a usual place and works (flags, libraries), which compiles and links a
%   few lines with it.

for place = {'/usr', '/usr/local', '/opt/homebrew', '/opt/local'}
    for inner = {fullfile('include', 'suitesparse'), 'include'}
        folder = fullfile (place{1}, inner{1});
        if exist (fullfile (folder, 'klu.h'), 'file') == 2
            flags = {'-DGEOMS_HAVE_KLU', ['-I', folder]};
            libraries = {'-lklu', '-lbtf', '-lamd', '-lcolamd', '-lsuitesparseconfig'};
            if ~strcmp (place{1}, '/usr')
                libraries = [{['-L', fullfile(place{1}, 'lib')]}, libraries];
            end
            if works (flags, libraries)
                return
            end
        end
    end
end
flags = {};
libraries = {};
fprintf ('KLU was not found (Debian: libsuitesparse-dev): dense systems alone.\n');

end
