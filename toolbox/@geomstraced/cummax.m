function varargout = cummax (varargin)
[varargout{1:nargout}] = of_constants ('cummax', varargin);
end
