function varargout = unique (varargin)
[varargout{1:nargout}] = of_constants ('unique', varargin);
end
