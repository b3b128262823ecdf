function varargout = qr (varargin)
[varargout{1:nargout}] = of_constants ('qr', varargin);
end
