function faults = mfile_faults (text, known)
%MFILE_FAULTS  What MATLAB R2018a or Octave 7 does not understand in the text of an .m file.
%   faults = mfile_faults (text, known): rows {line, what is wrong}, in the order of the lines. known
%   are names of functions besides those of MFILE_SHARED and of the text; without it names are not
%   looked at. In comments, only signs that are not ASCII are found.

faults = foreign (text);
text(text > 127) = '?';
code = mfile_tokens (text);
if isempty (code.word)
    return
end
faults = [faults; mfile_brackets(code); mfile_syntax(code)];
if nargin > 1
    faults = [faults; mfile_names(code, known)];
end
[~, order] = sort ([faults{:, 1}]);
faults = faults(order, :);

end

function faults = foreign (text)
lines = cumsum (text == sprintf ('\n'));
found = unique (1 + lines(text > 127));
faults = cell (numel (found), 2);
for i = 1:numel (found)
    faults(i, :) = {found(i), 'a sign that is not ASCII: MATLAB may read it as another one'};
end
end
