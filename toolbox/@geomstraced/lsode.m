function varargout = lsode (varargin)
[varargout{1:nargout}] = of_constants ('lsode', varargin);
end
