function varargout = uint32 (varargin)
[varargout{1:nargout}] = of_constants ('uint32', varargin);
end
