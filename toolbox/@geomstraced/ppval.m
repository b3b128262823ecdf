function varargout = ppval (varargin)
[varargout{1:nargout}] = of_constants ('ppval', varargin);
end
