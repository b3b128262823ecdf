function sweep_files (s)
%SWEEP_FILES  The folder from which other processes run tasks of a sweep:
%     sweep.mat     s, see SWEEP_ARGUMENTS; path.mat: path and folder of the caller
%     results       what tasks write

for name = {'', 'results'}
    folder = fullfile (s.folder, name{1});
    if exist (folder, 'dir') ~= 7
        [made, message] = mkdir (folder);
        if ~made
            error ('geoms:sweep:write', '''%s'' cannot be made: %s', folder, message);
        end
    end
end
s.progress = 'off';
sweep_save (fullfile (s.folder, 'path.mat'), struct ('path', path (), 'folder', pwd ()));
sweep_save (fullfile (s.folder, 'sweep.mat'), s);

end
