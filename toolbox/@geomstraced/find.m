function varargout = find (varargin)
[varargout{1:nargout}] = of_constants ('find', varargin);
end
