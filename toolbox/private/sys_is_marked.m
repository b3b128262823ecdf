function yes = sys_is_marked (sys)
%SYS_IS_MARKED  Whether a system is what geomssys has returned, but for the functions in it: these
%   are there. See SYS_MARK.

yes = isfield (sys, 'mark');
if yes
    [~, yes] = gate_call ('digest', sys);
end

end
