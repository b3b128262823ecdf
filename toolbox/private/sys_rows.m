function row = sys_rows (dims)
%SYS_ROWS  Rows of the reduced derivative array by name.
%   rda = [ d; gII; hI | gI; h; e | c; g | b | fdyn | fkin ]

blocks = {'d', 'nw'; 'gII', 'nl'; 'hI', 'nm'; 'gI', 'nl'; 'h', 'nm'; 'e', 'ni'; 'c', 'ns'; ...
    'g', 'nl'; 'b', 'nr'; 'fdyn', 'nv'; 'fkin', 'np'};
last = 0;
for i = 1:size (blocks, 1)
    count = dims.(blocks{i, 2});
    row.(blocks{i, 1}) = last + (1:count);
    last = last + count;
end

end
