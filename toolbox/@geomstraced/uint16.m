function varargout = uint16 (varargin)
[varargout{1:nargout}] = of_constants ('uint16', varargin);
end
