function varargout = fsolve (varargin)
[varargout{1:nargout}] = of_constants ('fsolve', varargin);
end
