function text = print_lines (list)
%PRINT_LINES  Words and what belongs to them, {word, text; ...}, as lines of at most 100 letters.
%   Rows with an empty text are left out.

text = '';
for i = 1:size (list, 1)
    if isempty (list{i, 2})
        continue
    end
    rest = print_wrapped (list{i, 2}, 86, Inf);
    lead = sprintf ('%-12s', list{i, 1});
    for j = 1:numel (rest)
        text = [text, sprintf('  %s %s\n', lead, rest{j})]; %#ok<AGROW>
        lead = blanks (12);
    end
end

end
