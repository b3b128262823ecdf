function varargout = complex (varargin)
[varargout{1:nargout}] = of_constants ('complex', varargin);
end
