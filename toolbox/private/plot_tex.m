function text = plot_tex (text)
%PLOT_TEX  A text such that TeX, as titles and labels know it, shows it as it is.

text = regexprep (check_utf8 (text), '([\\_^{}])', '\\$1');

end
