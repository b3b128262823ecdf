function varargout = lscov (varargin)
[varargout{1:nargout}] = of_constants ('lscov', varargin);
end
