function varargout = besselk (varargin)
[varargout{1:nargout}] = of_constants ('besselk', varargin);
end
