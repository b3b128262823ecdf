function pages = guide_pages ()
%GUIDE_PAGES  README.md and the pages of the guide, as a cell of file names.

folder = guide_folder ();
files = dir (fullfile (folder, '*.md'));
pages = cellfun (@(name) fullfile (folder, name), {files.name}, 'UniformOutput', false);
readme = fullfile (fileparts (fileparts (folder)), 'README.md');
if exist (readme, 'file') == 2
    pages = [{readme}, pages];
end

end
