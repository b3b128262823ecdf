function varargout = balance (varargin)
[varargout{1:nargout}] = of_constants ('balance', varargin);
end
