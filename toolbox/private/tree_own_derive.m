function own = tree_own_derive (own, table)
%TREE_OWN_DERIVE  What is added to a tree, derived from its functions and recorded, if it waits for that:
%   own.system.derive, see SYS_DERIVE_OFF, and own.law, see TREE_LAWS. Everything, or nothing.

own.law = [];
if ~strcmp (own.system.derive.status, 'waiting')
    return
end
own.system = tree_own_measure (own.system, table);
if sys_derived (own.system)
    own = with_laws (own, table);
end

end

function own = with_laws (own, table)
sys = own.system;
x = zeros (sys_unknowns (sys.dims), 1);
x(sys.index.p(1:numel (table.start.p))) = table.start.p;
x(sys.index.v) = table.start.v;
motion = tree_drawn_motions (own, table);
try
    own.law = tree_laws (own, [x; 0; motion(:)]);
catch e
    if strcmp (sys.derive.wanted, 'on')
        rethrow (e);
    end
    own.system = derive_refused (sys, e.message);
end
end
