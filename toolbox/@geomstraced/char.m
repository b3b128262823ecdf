function varargout = char (varargin)
[varargout{1:nargout}] = of_constants ('char', varargin);
end
