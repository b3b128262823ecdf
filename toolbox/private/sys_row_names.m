function names = sys_row_names (dims, own)
%SYS_ROW_NAMES  Names of the algebraic rows of the reduced derivative array: 'gII(1)', 'g(3)', ...
%   sys_row_names (dims, sys.names) has the user's own behind them: 'g(3) ''loop'''.

row = sys_rows (dims);
names = cell (1, 0);
for block = {'d', 'gII', 'hI', 'gI', 'h', 'e', 'c', 'g'}
    for i = 1:numel (row.(block{1}))
        names{end + 1} = sprintf ('%s(%d)', block{1}, i); %#ok<AGROW>
        if nargin > 1
            names{end} = [names{end}, sys_own_name(own, block{1}, i)];
        end
    end
end

end
