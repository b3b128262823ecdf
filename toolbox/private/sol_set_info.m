function sol = sol_set_info (sol, name, message)
%SOL_SET_INFO  sol.info for a code, by its name, that the toolbox and not the core has decided on.

code = gate_code (name);
if isempty (message)
    message = code.text;
end
sol.info.status = sol_status (code.idid);
sol.info.idid = code.idid;
sol.info.name = code.name;
sol.info.identifier = code.identifier;
sol.info.message = message;
sol.info.remedy = code.remedy;

end
