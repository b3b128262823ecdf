function varargout = eigs (varargin)
[varargout{1:nargout}] = of_constants ('eigs', varargin);
end
