function groups = build_groups (root)
%BUILD_GROUPS  The C files, in groups that are compiled with the same flags, those of mex/flags.txt.
%   Below root they are in mex, or in src as long as pkg installs the toolbox.
%   groups   struct array: flags, a text; files, a cell of paths; include, a cell of folders

folder = fullfile (root, 'mex');
if exist (folder, 'dir') ~= 7
    folder = fullfile (root, 'src');
end
sources = [list(folder, 'core'), list(folder, 'gateway')];
[names, flags] = read (fullfile (folder, 'flags.txt'));
own = repmat ({''}, size (sources));
for i = 1:numel (names)
    at = strncmp (fullfile (folder, strrep (names{i}, '/', filesep ())), sources, ...
        numel (folder) + 1 + numel (names{i})) | any (strcmp (names{i}, {'all', 'release'}));
    own(at) = strcat (own(at), {' '}, flags{i});
end
[kinds, ~, of] = unique (own);
groups = struct ('flags', strtrim (kinds), 'files', [], 'include', []);
for i = 1:numel (groups)
    groups(i).files = sources(of == i);
    groups(i).include = {fullfile(folder, 'core', 'include'), fullfile(folder, 'core')};
end

end

% lines of a word and flags, without comments
function [names, flags] = read (file)
if exist (file, 'file') ~= 2
    incomplete (file);
end
lines = strtrim (regexp (fileread (file), '\n', 'split'));
lines = lines(~cellfun ('isempty', regexp (lines, '^[^#]', 'once')));
[names, flags] = strtok (lines);
flags = strtrim (flags);
end

function sources = list (folder, room)
sources = files (fullfile (folder, room));
if isempty (sources)
    incomplete (fullfile (folder, room));
end
end

function incomplete (place)
error ('geoms:build:sources', ['There are no C sources in %s: the toolbox is not complete, or was ', ...
    'installed as a package, whose C part is compiled by `pkg install`.'], place);
end

% the C files of a folder and of the folders in it
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
