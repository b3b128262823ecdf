function varargout = quad (varargin)
[varargout{1:nargout}] = of_constants ('quad', varargin);
end
