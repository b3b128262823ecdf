function varargout = orth (varargin)
[varargout{1:nargout}] = of_constants ('orth', varargin);
end
