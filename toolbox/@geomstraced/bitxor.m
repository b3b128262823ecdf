function varargout = bitxor (varargin)
[varargout{1:nargout}] = of_constants ('bitxor', varargin);
end
