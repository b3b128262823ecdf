function yes = sys_derived (sys)
%SYS_DERIVED  Whether all levels of a system are derived from its functions: it is evaluated in C then.

yes = strcmp (sys.derive.status, 'recorded');

end
