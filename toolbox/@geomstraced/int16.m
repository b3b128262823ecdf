function varargout = int16 (varargin)
[varargout{1:nargout}] = of_constants ('int16', varargin);
end
