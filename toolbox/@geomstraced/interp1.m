function varargout = interp1 (varargin)
[varargout{1:nargout}] = of_constants ('interp1', varargin);
end
