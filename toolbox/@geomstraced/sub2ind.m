function varargout = sub2ind (varargin)
[varargout{1:nargout}] = of_constants ('sub2ind', varargin);
end
