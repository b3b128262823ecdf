function c = plot_column (panel, height, most)
%PLOT_COLUMN  Where the names of a panel stand, in columns as high as it, not wider than `most` points.
%   texts, tex, curve   what stands there; number of the curve, 0 for what belongs to none
%   x, y                from the upper left corner, to the right and down
%   width               of all columns
%   Names that are too long lose letters in the middle. Names for which there is no room become
%   'and 12 more'.

pitch = 11.5;
rows = max (1, floor ((height - 2) / pitch));
columns = ceil (total (panel, numel (panel.names)) / rows);
c = filled (panel, rows, columns, pitch, most);
while columns > 1 && c.width > most
    columns = columns - 1;
    c = filled (panel, rows, columns, pitch, most);
end

end

function c = filled (panel, rows, columns, pitch, most)
names = panel.names;
shown = numel (names);
while shown > 1 && total (panel, shown) > rows * columns
    shown = shown - 1;
end
left = panel.left + numel (names) - shown;
c = struct ('texts', {names(1:shown)}, 'tex', panel.tex(1:shown), 'curve', 1:shown);
letters = max (12 * (columns > 1), floor ((most / columns - 22) / 4.9));
c.texts(~c.tex) = cellfun (@(text) shortened (text, letters), c.texts(~c.tex), 'UniformOutput', false);
if left > 0
    c = note (c, sprintf ('and %d more', left));
end
for i = 1:min (numel (panel.notes), rows * columns - numel (c.texts))
    c = note (c, shortened (panel.notes{i}, max (letters, 16)));
end
c = placed (c, rows, pitch);
end

% lines that this many names need, with the one that tells of the others
function count = total (panel, shown)
count = shown + numel (panel.notes) * (shown == numel (panel.names)) ...
    + (panel.left + numel (panel.names) - shown > 0);
end

function count = longest (names)
count = max ([0, cellfun(@numel, names)]);
end

function c = note (c, text)
c.texts{end + 1} = text;
c.tex(end + 1) = false;
c.curve(end + 1) = 0;
end

function text = shortened (text, most)
if numel (text) > most
    half = max (1, floor ((most - 3) / 2));
    text = [text(1:half), '...', text(end - half + 1:end)];
end
end

function c = placed (c, rows, pitch)
count = numel (c.texts);
at = floor ((0:count - 1) / rows);
plain = regexprep (c.texts(c.tex ~= 0), {'\\[a-z]+', '[_^{}]'}, {'m', ''});
seen = c.texts;
seen(c.tex ~= 0) = plain;
c.x = zeros (1, count);
c.width = 0;
for k = reshape (unique (at), 1, [])
    c.x(at == k) = c.width;
    c.width = c.width + 22 + 4.9 * longest (seen(at == k));
end
c.y = (mod (0:count - 1, rows) + 0.6) * pitch;
end
