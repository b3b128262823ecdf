function r = compared (op, a, b)
%COMPARED  A relation of two values: recorded, or of constants true and false, as masks must be.

r = known_flags (binary (op, a, b));

end
