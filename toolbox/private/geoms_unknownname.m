function [name, block] = geoms_unknownname (sys, number)
%GEOMS_UNKNOWNNAME  An unknown in words, v(2) 'crank', and its block, from its row in sol.y.

blocks = fieldnames (sys.index);
block = blocks{cellfun(@(name) any(sys.index.(name) == number), blocks)};
i = find (sys.index.(block) == number);
name = sprintf ('%s(%d)%s', block, i, geoms_ownname (sys.names, block, i));

end
