function yes = sys_in_c (sys)
%SYS_IN_C  Whether a run calls no functions of the user's: a native system, a tree of bodies to which
%   none is added, a derived system.

yes = sys_derived (sys) || strcmp (sys.form, 'native') || strcmp (sys.form, 'tree') && isempty (sys.own);

end
