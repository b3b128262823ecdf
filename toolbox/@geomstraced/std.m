function varargout = std (varargin)
[varargout{1:nargout}] = of_constants ('std', varargin);
end
