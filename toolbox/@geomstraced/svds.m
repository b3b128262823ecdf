function varargout = svds (varargin)
[varargout{1:nargout}] = of_constants ('svds', varargin);
end
