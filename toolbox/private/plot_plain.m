function text = plot_plain (fig, text)
%PLOT_PLAIN  A text that is shown as it is, with 'interpreter' 'none'.
%   gnuplot reads it between double quotes, with escapes by a backslash.

if plot_by_gnuplot (fig)
    text = regexprep (check_utf8 (text), '(["\\])', '\\$1');
end

end
