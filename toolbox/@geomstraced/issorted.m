function varargout = issorted (varargin)
[varargout{1:nargout}] = of_constants ('issorted', varargin);
end
