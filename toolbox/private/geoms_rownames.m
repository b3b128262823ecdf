function names = geoms_rownames (dims, own)
%GEOMS_ROWNAMES  Names of the algebraic rows of the reduced derivative array: 'gII(1)', 'g(3)', ...
%   geoms_rownames (dims, sys.names) has the user's own behind them: 'g(3) ''loop'''.

row = geoms_rows (dims);
names = cell (1, 0);
for block = {'d', 'gII', 'hI', 'gI', 'h', 'e', 'c', 'g'}
    for i = 1:numel (row.(block{1}))
        names{end + 1} = sprintf ('%s(%d)', block{1}, i); %#ok<AGROW>
        if nargin > 1
            names{end} = [names{end}, geoms_ownname(own, block{1}, i)];
        end
    end
end

end
