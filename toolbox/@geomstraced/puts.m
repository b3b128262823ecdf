function varargout = puts (varargin)
[varargout{1:nargout}] = of_constants ('puts', varargin);
end
