function varargout = sylvester (varargin)
[varargout{1:nargout}] = of_constants ('sylvester', varargin);
end
