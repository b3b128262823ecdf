function varargout = fminsearch (varargin)
[varargout{1:nargout}] = of_constants ('fminsearch', varargin);
end
