function sol = geoms_setinfo (sol, name, message)
%GEOMS_SETINFO  sol.info for a code, by its name, that the toolbox and not the core has decided on.

code = geoms_code (name);
if isempty (message)
    message = code.text;
end
sol.info.status = geoms_statusword (code.idid);
sol.info.idid = code.idid;
sol.info.name = code.name;
sol.info.identifier = code.identifier;
sol.info.message = message;
sol.info.remedy = code.remedy;

end
