function varargout = eig (varargin)
[varargout{1:nargout}] = of_constants ('eig', varargin);
end
