function sys = sys_derive_change (sys, word)
%SYS_DERIVE_CHANGE  A system with another value of 'derive'.

if strcmp (sys.form, 'tree')
    sys = tree_derive_change (sys, word);
    return
end
given = sys.functions;
if ~isempty (sys.mass)
    given.mass = [];
end
given.derive = word;
wanted = sys_derive_wanted (given, sys.form);
if strcmp (sys.form, 'mechanical')
    sys_form (given);    % what is needed then
end
sys.derive = sys_derive_off ();
sys.derive.wanted = wanted;
sys = derive_again (sys);

end
