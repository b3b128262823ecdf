function varargout = atanh (varargin)
[varargout{1:nargout}] = of_constants ('atanh', varargin);
end
