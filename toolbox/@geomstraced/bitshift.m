function varargout = bitshift (varargin)
[varargout{1:nargout}] = of_constants ('bitshift', varargin);
end
