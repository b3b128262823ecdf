function varargout = int8 (varargin)
[varargout{1:nargout}] = of_constants ('int8', varargin);
end
