function varargout = int32 (varargin)
[varargout{1:nargout}] = of_constants ('int32', varargin);
end
