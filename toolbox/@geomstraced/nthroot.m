function varargout = nthroot (varargin)
[varargout{1:nargout}] = of_constants ('nthroot', varargin);
end
