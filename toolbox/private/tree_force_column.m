function column = tree_force_column (A, B)
%TREE_FORCE_COLUMN  A force element as 43 numbers, all but the places 0: kind (set by the caller), A
%   and B (16 each), velocity, stiffness, damping, length, friction, slow, value (3), upper. A
%   place may be the number of a body alone.

if nargin < 2
    B = 0;
end
column = [0; place(A); place(B); zeros(10, 1)];

end

function p = place (p)
if numel (p) == 1
    p = [p; zeros(3, 1); reshape(eye (3), 9, 1); zeros(3, 1)];
end
end
