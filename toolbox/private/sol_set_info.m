function sol = sol_set_info (sol, idid, message)
%SOL_SET_INFO  sol.info for a code that the toolbox and not the core has decided on.

codes = gate_call ('codes');
code = codes([codes.idid] == idid);
if isempty (message)
    message = code.text;
end
sol.info.status = sol_status (idid);
sol.info.idid = idid;
sol.info.name = code.name;
sol.info.identifier = code.identifier;
sol.info.message = message;
sol.info.remedy = code.remedy;

end
