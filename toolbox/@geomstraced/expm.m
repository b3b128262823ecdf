function varargout = expm (varargin)
[varargout{1:nargout}] = of_constants ('expm', varargin);
end
