function sys = tree_derive_change (sys, word)
%TREE_DERIVE_CHANGE  The system of a tree with another value of 'derive'.

sys.derive.wanted = sys_derive_wanted (struct ('derive', word), 'mechanical');
sys.tree = tree_record_signals (sys.tree, sys.derive.wanted);
if ~isempty (sys.own)
    sys.own.system = sys_derive_change (sys_user_part (sys), word);
    sys.own = tree_own_derive (sys.own, sys.tree);
end

end
