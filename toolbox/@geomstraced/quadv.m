function varargout = quadv (varargin)
[varargout{1:nargout}] = of_constants ('quadv', varargin);
end
