function varargout = uint64 (varargin)
[varargout{1:nargout}] = of_constants ('uint64', varargin);
end
