function [name, block] = sys_unknown_name (sys, number)
%SYS_UNKNOWN_NAME  An unknown in words, v(2) 'crank', and its block, from its row in sol.y.

blocks = fieldnames (sys.index);
block = blocks{cellfun(@(name) any(sys.index.(name) == number), blocks)};
i = find (sys.index.(block) == number);
name = sprintf ('%s(%d)%s', block, i, sys_own_name (sys.names, block, i));

end
