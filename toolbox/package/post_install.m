function post_install (description)
%POST_INSTALL  Puts the help text of the compiled part beside it, where pkg looks for one.

folders = dir (description.archprefix);
for name = {folders([folders.isdir]).name}
    folder = fullfile (description.archprefix, name{1});
    if ~isempty (dir (fullfile (folder, 'geoms_mex.*')))
        copyfile ('geoms_mex.m', folder);
    end
end

end
