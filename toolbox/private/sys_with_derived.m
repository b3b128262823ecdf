function sys = sys_with_derived (sys, derive)
%SYS_WITH_DERIVED  A system of which it was found out whether it can be derived: derive becomes sys.derive.

sys.derive = derive;
if sys_derived (sys)
    sys.has = struct ('jac', true, 'parts', true);
    sys.reduced = false;
end

end
