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
if sys_derived (e.sys) && (~isempty (err) || ~all (isfinite (yp(:))))
    own_error (e, t, y);
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

% functions that were recorded may have a reason
function own_error (e, t, y)
index = e.sys.index;
y = y(:, :);    % may have more dimensions
x = zeros (sys_unknowns (e.sys.dims), size (y, 2));
for block = {'p', 'v', 'r'}
    x(index.(block{1}), :) = y(e.index.(block{1}), :);
end
derive_own_error (e.sys, t, x);
end
