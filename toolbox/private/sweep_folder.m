function folder = sweep_folder (value)
%SWEEP_FOLDER  The folder of an array job with its whole path, because a job begins anywhere.

if ~ischar (value) || size (value, 1) ~= 1 || ~isempty (regexp (value, '["%\n\\$`]', 'once'))
    error ('geoms:sweep:folder', ['Folder must be the name of a folder, without quotes, %%, $, ` and \\, ', ...
        'not %s.'], check_described (value));
end
folder = value;
if ~any (folder(1) == '/\') && isempty (regexp (folder, '^[A-Za-z]:', 'once'))
    folder = fullfile (pwd (), folder);
end

end
