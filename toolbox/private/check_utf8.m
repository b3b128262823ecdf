function text = check_utf8 (text)
%CHECK_UTF8  A text in which patterns can be looked for: Octave does so in UTF-8 only; what is none becomes '?'.

try
    regexprep (text, ' ', ' ');
catch e %#ok<NASGU>
    ascii = 126;
    text(text > ascii) = '?';
end

end
