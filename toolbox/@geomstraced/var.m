function varargout = var (varargin)
[varargout{1:nargout}] = of_constants ('var', varargin);
end
