function y = geoms_call (sys, name, varargin)
%GEOMS_CALL  Calls one of the user's functions with the trailing arguments that it takes.
%   y = geoms_call (sys, name, t, p, z), y = geoms_call (sys, name, t, p, v, z) in the mechanical
%   form, y = geoms_call (sys, name, t, x, []) in the residual form.

extra = sys.extra.(name);
list = varargin(1:end - 1);
if extra(1)
    list{end + 1} = varargin{end};
end
if extra(2)
    list{end + 1} = sys.parameters;
end
fcn = sys.functions.(name);
y = fcn (list{:});

end
