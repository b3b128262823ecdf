function varargout = filter (varargin)
[varargout{1:nargout}] = of_constants ('filter', varargin);
end
