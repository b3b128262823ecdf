function varargout = lu (varargin)
[varargout{1:nargout}] = of_constants ('lu', varargin);
end
