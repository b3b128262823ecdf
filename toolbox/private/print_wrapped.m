function lines = print_wrapped (text, letters, most)
%PRINT_WRAPPED  A text as at most `most` lines of at most so many letters; what is left over ends in '...'.

lines = {};
text = strtrim (regexprep (check_utf8 (text), '\s+', ' '));
while ~isempty (text)
    if numel (lines) == most - 1 || numel (text) <= letters
        lines{end + 1} = text; %#ok<AGROW>
        break
    end
    at = find (text(1:letters + 1) == ' ', 1, 'last');
    if isempty (at)
        at = letters;
    end
    lines{end + 1} = strtrim (text(1:at)); %#ok<AGROW>
    text = strtrim (text(at + 1:end));
end
if ~isempty (lines) && numel (lines{end}) > letters
    lines{end} = [lines{end}(1:letters - 3), '...'];
end

end
