function names = geoms_rownames (dims)
%GEOMS_ROWNAMES  Names of the algebraic rows of the reduced derivative array: 'gII(1)', 'g(3)', ...

row = geoms_rows (dims);
names = cell (1, 0);
for block = {'d', 'gII', 'hI', 'gI', 'h', 'e', 'c', 'g'}
    for i = 1:numel (row.(block{1}))
        names{end + 1} = sprintf ('%s(%d)', block{1}, i); %#ok<AGROW>
    end
end

end
