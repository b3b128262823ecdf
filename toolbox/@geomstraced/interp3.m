function varargout = interp3 (varargin)
[varargout{1:nargout}] = of_constants ('interp3', varargin);
end
