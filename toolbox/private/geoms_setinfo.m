function sol = geoms_setinfo (sol, idid, message)
%GEOMS_SETINFO  sol.info for a code that the toolbox and not the core has decided on.

codes = geoms_gateway ('codes');
code = codes([codes.idid] == idid);
if isempty (message)
    message = code.text;
end
sol.info.status = geoms_statusword (idid);
sol.info.idid = idid;
sol.info.name = code.name;
sol.info.identifier = code.identifier;
sol.info.message = message;
sol.info.remedy = code.remedy;

end
