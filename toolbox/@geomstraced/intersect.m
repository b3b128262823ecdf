function varargout = intersect (varargin)
[varargout{1:nargout}] = of_constants ('intersect', varargin);
end
