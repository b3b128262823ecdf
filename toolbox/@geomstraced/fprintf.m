function varargout = fprintf (varargin)
[varargout{1:nargout}] = of_constants ('fprintf', varargin);
end
