function varargout = lsqnonneg (varargin)
[varargout{1:nargout}] = of_constants ('lsqnonneg', varargin);
end
