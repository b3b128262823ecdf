function folder = guide_folder ()
%GUIDE_FOLDER  Where the pages of the guide lie.

folder = fullfile (fileparts (fileparts (fileparts (mfilename ('fullpath')))), 'examples', 'guide');

end
