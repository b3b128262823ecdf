function code = geoms_code (which)
%GEOMS_CODE  What there is to say about one code of the core (mex/core/include/geoms_status.h).
%   code = geoms_code (idid), code = geoms_code ('NAME') has the fields idid, name, identifier, text
%   and remedy.

persistent known
if isempty (known)
    known = geoms_gateway ('codes');
end
if ischar (which)
    code = known(strcmp (which, {known.name}));
else
    code = known([known.idid] == which);
end

end
