function y = call_user (sys, name, varargin)
%CALL_USER  Calls one of the user's functions with the trailing arguments that it takes.
%   y = call_user (sys, name, t, p, z), y = call_user (sys, name, t, p, v, z) in the mechanical
%   form, y = call_user (sys, name, t, x, []) in the residual form. z may have more fields than
%   r, w, s, lambda, mu; they are not handed on.

extra = sys.extra.(name);
list = varargin(1:end - 1);
if extra(1)
    z = varargin{end};
    list{end + 1} = struct ('r', z.r, 'w', z.w, 's', z.s, 'lambda', z.lambda, 'mu', z.mu);
end
if extra(2)
    list{end + 1} = sys.parameters;
end
fcn = sys.functions.(name);
try
    y = fcn (list{:});
catch e
    call_no_value (e, mfilename (), 'geoms:system:type', name);
end

end
