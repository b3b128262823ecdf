function yes = sys_may_be_large (sys)
%SYS_MAY_BE_LARGE  Whether the matrices of a system may turn out to be sparse: those of what is derived,
%   and of functions whose entries are looked for.

yes = strcmp (sys.form, 'mechanical') ...
    && ~(strcmp (sys.derive.wanted, 'off') && strcmp (sys.pattern.wanted, 'off'));

end
