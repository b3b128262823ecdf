function varargout = interpn (varargin)
[varargout{1:nargout}] = of_constants ('interpn', varargin);
end
