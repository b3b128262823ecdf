function varargout = int64 (varargin)
[varargout{1:nargout}] = of_constants ('int64', varargin);
end
