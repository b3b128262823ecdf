function varargout = bitand (varargin)
[varargout{1:nargout}] = of_constants ('bitand', varargin);
end
