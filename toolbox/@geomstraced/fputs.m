function varargout = fputs (varargin)
[varargout{1:nargout}] = of_constants ('fputs', varargin);
end
