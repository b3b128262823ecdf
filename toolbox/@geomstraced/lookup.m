function varargout = lookup (varargin)
[varargout{1:nargout}] = of_constants ('lookup', varargin);
end
