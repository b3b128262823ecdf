function varargout = ode15s (varargin)
[varargout{1:nargout}] = of_constants ('ode15s', varargin);
end
