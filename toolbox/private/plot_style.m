function [color, mark] = plot_style (i)
%PLOT_STYLE  Colour and mark of curve i: 12 colours, 11 marks; no two of the first 132 have both.

colors = [31 119 180; 214 39 40; 44 160 44; 255 127 14; 148 103 189; 23 170 187
    140 86 75; 227 119 194; 0 0 0; 168 169 24; 127 127 127; 0 0 200] / 255;
marks = 'osd^v*+x><p';
color = colors(mod (i - 1, 12) + 1, :);
mark = marks(mod (i - 1, 11) + 1);

end
