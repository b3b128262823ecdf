function varargout = erf (varargin)
[varargout{1:nargout}] = of_constants ('erf', varargin);
end
