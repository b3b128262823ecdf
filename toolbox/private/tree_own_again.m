function own = tree_own_again (own, table, q)
%TREE_OWN_AGAIN  What is added to a tree, with other parameters: derived anew where those that were
%   recorded as constants have changed.

own.system.parameters = q;
if strcmp (own.system.derive.wanted, 'off')
    return
end
fixed = [];
if ~isempty (own.law)
    fixed = own.law.fixed;
end
if ~sys_derived (own.system) || ~derive_belongs (own.system) ...
        || ~isequal (q(fixed), own.law.values(fixed))
    own.system = derive_again (own.system);
    own = tree_own_derive (own, table);
end

end
