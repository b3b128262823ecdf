function code = gate_code (which)
%GATE_CODE  What there is to say about one code of the core (mex/core/include/geoms_status.h).
%   code = gate_code (idid), code = gate_code ('NAME'), code = gate_code ('geoms:identifier') has the
%   fields idid, name, identifier, text, remedy, and input, whether what was given is wrong.

persistent known
if isempty (known)
    known = gate_call ('codes');
end
if ischar (which)
    code = known(strcmp (which, {known.name}) | strcmp (which, {known.identifier}));
    code = code(1:min (end, 1));
else
    code = known([known.idid] == which);
end

end
