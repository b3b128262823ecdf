function s = sweep_load (folder, with_path)
%SWEEP_LOAD  The sweep of an array job. with_path: finds the functions that its caller has found.

folder = sweep_folder (folder);
file = fullfile (folder, 'sweep.mat');
if exist (file, 'file') ~= 2
    error ('geoms:sweep:folder', '''%s'' is no folder of a sweep: there is no sweep.mat in it.', folder);
end
if with_path
    paths = load (fullfile (folder, 'path.mat'));
    list = regexp (paths.s.path, pathsep (), 'split');
    list = list(cellfun (@(name) exist (name, 'dir') == 7, list));
    known = regexp (path (), pathsep (), 'split');
    list = list(~ismember (list, [known, {'.'}]));
    if ~isempty (list)
        addpath (list{:}, '-end');
    end
    if exist (paths.s.folder, 'dir') == 7
        cd (paths.s.folder);
    end
end
read = load (file);
s = read.s;
s.folder = folder;

end
