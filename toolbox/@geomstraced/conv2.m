function varargout = conv2 (varargin)
[varargout{1:nargout}] = of_constants ('conv2', varargin);
end
