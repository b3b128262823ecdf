function varargout = betainc (varargin)
[varargout{1:nargout}] = of_constants ('betainc', varargin);
end
