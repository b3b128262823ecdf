function varargout = condest (varargin)
[varargout{1:nargout}] = of_constants ('condest', varargin);
end
