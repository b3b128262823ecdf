function varargout = nnz (varargin)
[varargout{1:nargout}] = of_constants ('nnz', varargin);
end
