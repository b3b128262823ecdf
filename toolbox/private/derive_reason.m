function text = derive_reason (e)
%DERIVE_REASON  Why a function was not recorded, with the line, and what helps.

[place, called] = place_of (e);
text = regexprep (e.message, '^geoms_mex: ', '');
if ~isempty (regexp (text, '\(\S+, line \d+\)$', 'once'))
    return
elseif ~isempty (called)
    text = geomstraced ('unknown', called);
elseif ~isempty (strfind (text, 'no conversion for assignment'))
    text = ['a number that depends on the unknowns is written into one that does not: write ', ...
        'y = zeros (3, 1) before y(2) = ..., or y = [1; 2; 3] + zeros (3, 1)'];
elseif ~isempty (strfind (text, 'for loop'))
    text = '''for'' over values that depend on the unknowns: write for i = 1:numel (p)';
end
text = [text, place];

end

% the first line that is neither the toolbox's nor the library's, and what it calls of the library
function [text, called] = place_of (e)
text = '';
called = '';
ours = fileparts (fileparts (mfilename ('fullpath')));
library = fileparts (fileparts (which ('repmat')));
for at = e.stack(:)'
    if strncmp (at.file, library, numel (library))
        called = strtok (at.name, '>');
    elseif ~isempty (at.file) && ~strncmp (at.file, ours, numel (ours))
        text = sprintf (' (%s, line %d)', at.name, at.line);
        return
    end
end
end
