function varargout = fminbnd (varargin)
[varargout{1:nargout}] = of_constants ('fminbnd', varargin);
end
