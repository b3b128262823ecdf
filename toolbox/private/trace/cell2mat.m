function r = cell2mat (c)
%CELL2MAT  During a trace: cells of recorded numbers, too, which the library's does not take.

lines = cell (size (c, 1), 1);
for i = 1:numel (lines)
    lines{i} = cat (2, c{i, :});
end
r = cat (1, lines{:});

end
