function [known, values] = tape_values (id)
%TAPE_VALUES  Which nodes are constants, and their values.

[known, values] = tape_call ('tapevalues', id);

end
