function yes = sys_recorded (sys)
%SYS_RECORDED  Whether functions of the user's, of the system or added to a tree, were recorded: a run
%   evaluates them in C.

yes = sys_derived (sys) ...
    || strcmp (sys.form, 'tree') && ~isempty (sys.own) && sys_derived (sys.own.system);

end
