function varargout = bitor (varargin)
[varargout{1:nargout}] = of_constants ('bitor', varargin);
end
