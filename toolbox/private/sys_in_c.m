function yes = sys_in_c (sys)
%SYS_IN_C  Whether a system has no functions of the user's: a native one, or a tree of bodies.

yes = any (strcmp (sys.form, {'native', 'tree'}));

end
