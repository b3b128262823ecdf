function varargout = corr (varargin)
[varargout{1:nargout}] = of_constants ('corr', varargin);
end
