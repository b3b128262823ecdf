function varargout = isdefinite (varargin)
[varargout{1:nargout}] = of_constants ('isdefinite', varargin);
end
