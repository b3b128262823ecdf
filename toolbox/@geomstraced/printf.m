function varargout = printf (varargin)
[varargout{1:nargout}] = of_constants ('printf', varargin);
end
