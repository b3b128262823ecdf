function values = numbers (id, what)
%NUMBERS  Values of nodes that must be constants: sizes, indices, ranges.

[known, values] = tape_values (id);
if ~all (known(:))
    refuse ([what, ' that depends on the unknowns']);
end

end
