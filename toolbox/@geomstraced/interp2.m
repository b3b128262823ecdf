function varargout = interp2 (varargin)
[varargout{1:nargout}] = of_constants ('interp2', varargin);
end
