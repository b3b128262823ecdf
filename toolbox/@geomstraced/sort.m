function varargout = sort (varargin)
[varargout{1:nargout}] = of_constants ('sort', varargin);
end
