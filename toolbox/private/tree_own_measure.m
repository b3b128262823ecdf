function sys = tree_own_measure (sys, table)
%TREE_OWN_MEASURE  What is added to a tree measured, and derived if it waits for that, where the bodies
%   are drawn: SYS_MEASURE.

M = sys.mass;
sys.mass = [];    % no message is to speak of it
start = struct ('p', [table.start.p; zeros(sys.dims.np - numel (table.start.p), 1)], 'v', ...
    table.start.v);
sys = sys_measure (sys, 0, start, @(n) 0.5 + 0.25 * sin ((1:n)'));
sys.mass = M;
if sys_derived (sys)
    sys.derive.kept.stamp.mass = M;    % as if it had been there: see DERIVE_BELONGS
end

end
