function varargout = fwrite (varargin)
[varargout{1:nargout}] = of_constants ('fwrite', varargin);
end
