function faults = mfile_tell (code, at, words)
%MFILE_TELL  Rows {line, what is wrong} for the tokens at; %s in the words is the token.

at = find (at);
faults = cell (numel (at), 2);
for i = 1:numel (at)
    faults(i, :) = {code.line(at(i)), strrep(words, '%s', strtrim (code.word{at(i)}))};
end

end
