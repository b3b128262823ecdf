function text = derive_reason (e)
%DERIVE_REASON  Why a function was not recorded, with the line, and what helps.

text = e.message;
if ~isempty (strfind (text, 'no conversion for assignment'))
    text = ['a number that depends on the unknowns is written into one that does not: write ', ...
        'y = zeros (3, 1) before y(2) = ...'];
elseif ~isempty (strfind (text, 'for loop'))
    text = 'for over values that depend on the unknowns: write for i = 1:numel (p)';
end
text = [regexprep(text, '^geoms_mex: ', ''), place(e)];

end

% the first line that is not the toolbox's
function text = place (e)
text = '';
toolbox = fileparts (fileparts (mfilename ('fullpath')));
for at = e.stack(:)'
    if ~isempty (at.file) && ~strncmp (at.file, toolbox, numel (toolbox))
        text = sprintf (' (%s, line %d)', at.name, at.line);
        return
    end
end
end
