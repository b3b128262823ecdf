function yp = geoms_rhsvalue (e, t, y)
%GEOMS_RHSVALUE  F (t, y) of GEOMSRHS, k columns. e comes from GEOMS_RHSFORM.
%   A solver calls this thousands of times: all checks are those of the MEX file, which is called
%   directly. Reasons are looked for after an error.

try
    [yp, ~, err] = geoms_mex ('rhs', e.core, e.kind, e.independent, e.tol, t, y, e.rows_of_y);
catch
    [t, y] = geoms_rhsarguments (e, t, y);
    [yp, err] = value (e, t, y);
end
if isempty (err)
    return
end
% what Octave has read from a file has lost the private functions in e.core
if any (strcmpi (err.identifier, {'Octave:undefined-function', 'MATLAB:UndefinedFunction'}))
    e.core = geoms_core (e.sys);
    [yp, err] = value (e, t, y);
end
if ~isempty (err)
    geoms_raise (err);
end

end

function [yp, err] = value (e, t, y)
[yp, ~, err] = geoms_gateway ('rhs', e.core, e.kind, e.independent, e.tol, t, y, e.rows_of_y);
end
