function varargout = fdisp (varargin)
[varargout{1:nargout}] = of_constants ('fdisp', varargin);
end
