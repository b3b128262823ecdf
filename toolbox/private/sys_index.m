function index = sys_index (dims)
%SYS_INDEX  Rows of the unknowns x = [w; lambda; mu; r; v; s; p], as a struct by name.

blocks = {'w', 'nw'; 'lambda', 'nl'; 'mu', 'nm'; 'r', 'nr'; 'v', 'nv'; 's', 'ns'; 'p', 'np'};
last = 0;
for i = 1:size (blocks, 1)
    count = dims.(blocks{i, 2});
    index.(blocks{i, 1}) = last + (1:count);
    last = last + count;
end

end
