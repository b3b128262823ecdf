function varargout = single (varargin)
[varargout{1:nargout}] = of_constants ('single', varargin);
end
