function flow = sys_flow (sys, core, rda, point, y)
%SYS_FLOW  x' with w, lambda, mu at rest, as the equations of motion have it at a state.
%   rda (t, x) is the reduced derivative array, y its value there. NaN where M is singular (in the
%   mechanical form: on the motions that the constraints allow), and in s' where dc/ds is.

index = sys.index;
row = sys_rows (sys.dims);
if sys_has_blocks (sys)
    B = core.blocks (point.t, point.x);
    a = sys_accelerations (sys, sys_block_rows (sys), B, point.x);
else
    a = plain (sys, core, point, y(row.fdyn));
end
flow = NaN;
if any (isnan (a))
    return
end
flow = zeros (size (point.x));
flow(index.p) = y(row.fkin);
flow(index.v) = a;
flow(index.r) = y(row.b);
if ~isempty (index.s)
    flow(index.s) = sys_contact_flow (rda, row.c, index.s, point, 1, flow);
end

end

function a = plain (sys, core, point, force)
M = full (sys.mass);
if isempty (M) && ~isempty (core.mass)
    M = core.mass (point.t, point.x);
elseif isempty (M)
    M = eye (sys.dims.nv);
end
a = sys_divide (M, force(:));
end
