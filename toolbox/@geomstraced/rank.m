function varargout = rank (varargin)
[varargout{1:nargout}] = of_constants ('rank', varargin);
end
