function varargout = int2str (varargin)
[varargout{1:nargout}] = of_constants ('int2str', varargin);
end
