function varargout = schur (varargin)
[varargout{1:nargout}] = of_constants ('schur', varargin);
end
