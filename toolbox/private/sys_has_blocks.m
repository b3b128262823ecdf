function yes = sys_has_blocks (sys)
%SYS_HAS_BLOCKS  Whether the core of a system has `blocks`, the functions of the mechanical form.

yes = strcmp (sys.form, 'mechanical') && ~sys_derived (sys);

end
