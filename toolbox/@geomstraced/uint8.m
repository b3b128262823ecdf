function varargout = uint8 (varargin)
[varargout{1:nargout}] = of_constants ('uint8', varargin);
end
