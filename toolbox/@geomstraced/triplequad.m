function varargout = triplequad (varargin)
[varargout{1:nargout}] = of_constants ('triplequad', varargin);
end
