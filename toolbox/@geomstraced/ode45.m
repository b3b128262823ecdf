function varargout = ode45 (varargin)
[varargout{1:nargout}] = of_constants ('ode45', varargin);
end
