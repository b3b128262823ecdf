function varargout = randn (varargin)
[varargout{1:nargout}] = of_constants ('randn', varargin);
end
