function derive_tell (problem)
%DERIVE_TELL  Says once why the functions of a system are called in its runs, although it was to be
%   derived, or that its derivatives are not used.

if strcmp (problem.settings.Display, 'off')
    return
end
derive = problem.sys.derive;
if strcmp (problem.sys.form, 'tree') && ~isempty (problem.sys.own)
    derive = problem.sys.own.system.derive;
end
if strcmp (derive.status, 'refused') && ~strcmp (derive.identifier, 'geoms:derive:level') ...
        && is_new (derive.reason)    % levels that are given are compared here, as ever
    run_warn ('geoms:derive:called', ['The functions of the system are called, which takes more ', ...
        'time than if they were recorded: %s'], derive.reason);
elseif sys_derived (problem.sys) && problem.core.differences && is_new (mat2str (derive.number))
    run_warn ('geoms:derive:differences', ['A derivative of the functions has no value at the start, ', ...
        'as those of atan2 (0, 0) and acos (1): Jacobians are taken from differences.']);
end

end

function yes = is_new (text)
persistent told
if isempty (told)
    told = {};
end
yes = ~any (strcmp (text, told));
if yes
    told{end + 1} = text;
end
end
