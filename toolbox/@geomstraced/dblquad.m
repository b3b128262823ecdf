function varargout = dblquad (varargin)
[varargout{1:nargout}] = of_constants ('dblquad', varargin);
end
