function yes = sys_by_name (sys)
%SYS_BY_NAME  Whether functions of the user's take (t, p, v) instead of (t, x).

yes = any (strcmp (sys.form, {'mechanical', 'tree'}));

end
