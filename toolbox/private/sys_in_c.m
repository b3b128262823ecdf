function yes = sys_in_c (sys)
%SYS_IN_C  Whether a system has no functions of the user's: a native one, or a tree of bodies to
%   which none is added.

yes = strcmp (sys.form, 'native') || strcmp (sys.form, 'tree') && isempty (sys.own);

end
