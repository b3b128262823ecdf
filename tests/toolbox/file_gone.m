function file_gone (file)
%FILE_GONE  Deletes a file, if there is one.

if exist (file, 'file') == 2
    delete (file);
end

end
