%GEOMSFCN_IVCOND  Additional conditions on the initial values.
%   c = ivcond (t, x) returns nc values that shall vanish at the start, beside the constraints. The
%   number nc stands in 'dims'.
%     t   scalar
%     x   n x 1, in the order [w; lambda; mu; r; v; s; p]
%     c   nc x 1
%   It is called for one point at a time, also in a vectorized system.
%
%   c = ivcond (t, x, q) gets the parameters, if the system was described with 'parameters'.
%
%   This version of GEOMS checks the function and then refuses to integrate, because it cannot use
%   it yet.
%
%   See also GEOMSSYS, GEOMSFCN_EOM.
