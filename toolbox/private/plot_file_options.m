function o = plot_file_options (o, where, usual)
%PLOT_FILE_OPTIONS  Options File ('' if it is not given) and Size of a picture, checked.
%   where   a text for messages; usual   [width height], of which a screen shows as much as it has

if ~isfield (o, 'File')
    o.File = '';
else
    check_file (o.File, where);
end
if isfield (o, 'Size')
    check_size_of (o.Size, where);
    o.Size = double (reshape (o.Size, 1, 2));
elseif isempty (o.File)
    o.Size = plot_on_screen (usual);
else
    o.Size = usual;
end

end

function check_file (file, where)
if ~ischar (file) || size (file, 1) ~= 1
    error ('geoms:plot:value', '%s: ''File'' must be a name like ''x.png'', not %s.', where, ...
        check_described (file));
end
[folder, ~, extension] = fileparts (file);
if ~any (strcmpi (extension, {'.png', '.pdf', '.svg'}))
    error ('geoms:plot:file', ['%s: ''File'' must be a name like ''x.png'', ''x.pdf'' or ''x.svg'', ', ...
        'not ''%s''.'], where, file);
elseif ~isempty (folder) && exist (folder, 'dir') ~= 7
    error ('geoms:plot:file', '%s: there is no folder ''%s'' to write into.', where, folder);
end
end

function check_size_of (pixels, where)
if ~isnumeric (pixels) || ~isreal (pixels) || numel (pixels) ~= 2 ...
        || ~all (pixels(:) >= 200 & pixels(:) <= 4000 & pixels(:) == round (pixels(:)))
    error ('geoms:plot:value', '%s: ''Size'' must be two whole numbers from 200 to 4000, not %s.', ...
        where, check_described (pixels));
end
end
