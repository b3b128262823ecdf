function film = anim_file (o)
%ANIM_FILE  Where a film goes: '' the screen, 'gif', or 'png', from the option File.

film = '';
if ~isfield (o, 'File')
    if ~anim_display ()
        error ('geoms:animate:display', ['geomsanimate: there is no display here. Give ', ...
            '''File'', ''x.gif'' or ''x%%03d.png''.']);
    end
    return
end
if ischar (o.File) && size (o.File, 1) == 1
    [folder, ~, extension] = fileparts (o.File);
    film = lower (extension(2:end));
    numbered = ~isempty (regexp (check_utf8 (o.File), '%\d*d', 'once'));
end
if ~(strcmp (film, 'gif') || (strcmp (film, 'png') && numbered))
    error ('geoms:animate:file', ['geomsanimate: ''File'' must be a name like ''x.gif'' or ', ...
        '''x%%03d.png'', not %s.'], check_described (o.File));
end
if ~isempty (folder) && exist (folder, 'dir') ~= 7
    error ('geoms:animate:file', 'geomsanimate: there is no folder ''%s'' to write into.', folder);
end

end
