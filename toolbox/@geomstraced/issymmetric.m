function varargout = issymmetric (varargin)
[varargout{1:nargout}] = of_constants ('issymmetric', varargin);
end
