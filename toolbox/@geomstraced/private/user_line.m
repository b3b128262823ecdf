function [text, called] = user_line ()
%USER_LINE  Where the function that is recorded is, as ' (name, line 3)', and what it has called there of
%   the library, '' if nothing.

ours = fileparts (fileparts (fileparts (mfilename ('fullpath'))));
library = fileparts (fileparts (which ('repmat')));
text = '';
called = '';
for at = dbstack ()'
    if strncmp (at.file, library, numel (library))
        called = strtok (at.name, '>');
    elseif ~isempty (at.file) && ~strncmp (at.file, ours, numel (ours))
        text = sprintf (' (%s, line %d)', at.name, at.line);
        return
    end
end

end
