function varargout = union (varargin)
[varargout{1:nargout}] = of_constants ('union', varargin);
end
