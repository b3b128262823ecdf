function code = gate_code (which)
%GATE_CODE  What there is to say about one code of the core (mex/core/include/geoms_status.h).
%   code = gate_code (idid), code = gate_code ('NAME') has the fields idid, name, identifier, text
%   and remedy.

persistent known
if isempty (known)
    known = gate_call ('codes');
end
if ischar (which)
    code = known(strcmp (which, {known.name}));
else
    code = known([known.idid] == which);
end

end
