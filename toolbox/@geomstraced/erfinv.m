function varargout = erfinv (varargin)
[varargout{1:nargout}] = of_constants ('erfinv', varargin);
end
