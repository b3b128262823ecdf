function yes = sys_in_c (sys)
%SYS_IN_C  Whether a run calls no functions of the user's for its equations: a native system, a derived
%   system, a tree of bodies to which none is added, or what is added is derived.

yes = sys_recorded (sys) || strcmp (sys.form, 'native') || strcmp (sys.form, 'tree') && isempty (sys.own);

end
