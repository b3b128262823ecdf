function text = plot_text (text)
%PLOT_TEXT  A text that can be drawn: Octave looks for patterns in UTF-8 only, and what is none shows as '?'.

try
    regexprep (text, ' ', ' ');
catch e %#ok<NASGU>
    ascii = 126;
    text(text > ascii) = '?';
end

end
