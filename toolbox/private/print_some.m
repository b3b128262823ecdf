function text = print_some (names, most)
%PRINT_SOME  The first of some names in a line, and how many more there are: a, b, c and 5 more.

count = numel (names);
text = strjoin (reshape (names(1:min(count, most)), 1, []), ', ');
if count > most
    text = sprintf ('%s and %d more', text, count - most);
end

end
