function yes = has_sources ()
%HAS_SOURCES  Whether the C sources lie beside the toolbox; without them nothing can be compiled.

root = fileparts (fileparts (fileparts (mfilename ('fullpath'))));
yes = exist (fullfile (root, 'mex', 'gateway'), 'dir') == 7;

end
