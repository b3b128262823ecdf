function flow = geoms_flow (sys, core, rda, point, y)
%GEOMS_FLOW  x' with w, lambda, mu at rest, as the equations of motion have it at a state.
%   rda (t, x) is the reduced derivative array, y its value there. NaN where M is singular, and in
%   s' where dc/ds is.

index = sys.index;
row = geoms_rows (sys.dims);
M = sys.mass;
if strcmp (sys.form, 'mechanical') && isempty (M)
    M = geoms_massat (sys, geoms_blockrows (sys), core.blocks (point.t, point.x));
elseif isempty (M) && ~isempty (core.mass)
    M = core.mass (point.t, point.x);
elseif isempty (M)
    M = eye (sys.dims.nv);
end
flow = NaN;
if geoms_rcond (M) < 1e-12
    return
end
flow = zeros (size (point.x));
flow(index.p) = y(row.fkin);
flow(index.v) = M \ y(row.fdyn, 1);    % y(row) of one number is a row if it is empty
flow(index.r) = y(row.b);
if ~isempty (index.s)
    flow(index.s) = geoms_contactflow (rda, row.c, index.s, point, 1, flow);
end

end
