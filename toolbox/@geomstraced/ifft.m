function varargout = ifft (varargin)
[varargout{1:nargout}] = of_constants ('ifft', varargin);
end
