function varargout = ishermitian (varargin)
[varargout{1:nargout}] = of_constants ('ishermitian', varargin);
end
