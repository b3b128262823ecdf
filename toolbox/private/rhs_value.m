function yp = rhs_value (e, t, y)
%RHS_VALUE  F (t, y) of GEOMSRHS, k columns. e comes from RHS_FORM.
%   A solver calls this thousands of times: all checks are those of the MEX file, which is called
%   directly. Reasons are looked for after an error.

try
    [yp, ~, err] = geoms_mex ('rhs', e.core, e.kind, e.independent, e.tol, t, y, e.rows_of_y);
catch
    [t, y] = rhs_arguments (e, t, y);
    [yp, err] = value (e, t, y);
end
if isempty (err)
    return
end
% what Octave has read from a file has lost the private functions in e.core
if any (strcmpi (err.identifier, {'Octave:undefined-function', 'MATLAB:UndefinedFunction'}))
    e.core = gate_system (e.sys);
    [yp, err] = value (e, t, y);
end
if ~isempty (err)
    gate_raise (err);
end

end

function [yp, err] = value (e, t, y)
[yp, ~, err] = gate_call ('rhs', e.core, e.kind, e.independent, e.tol, t, y, e.rows_of_y);
end
