function entry = sweep_entry (s, k, sol)
%SWEEP_ENTRY  What GEOMSSWEEP keeps of the member k: its solution, or what Reduce makes of it.
%   Reduce sees no solution that failed. An error of Reduce is one of this member.

entry = sol;
if isempty (s.reduce)
    return
end
entry = struct ('value', [], 'info', sol.info, 'stats', sol.stats);
if sol.info.idid < 0
    return
end
try
    if nargin (s.reduce) == 1
        entry.value = s.reduce (sol);
    else
        entry.value = s.reduce (sol, k);
    end
catch e
    entry.info.status = 'failed';
    code = gate_code ('CALLBACK_THREW');
    entry.info.idid = code.idid;
    entry.info.name = code.name;
    entry.info.identifier = e.identifier;
    entry.info.message = ['Reduce: ', e.message];
    entry.info.remedy = '';
end

end
