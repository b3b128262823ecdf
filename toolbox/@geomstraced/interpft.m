function varargout = interpft (varargin)
[varargout{1:nargout}] = of_constants ('interpft', varargin);
end
