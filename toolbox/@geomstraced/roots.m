function varargout = roots (varargin)
[varargout{1:nargout}] = of_constants ('roots', varargin);
end
