function varargout = fzero (varargin)
[varargout{1:nargout}] = of_constants ('fzero', varargin);
end
