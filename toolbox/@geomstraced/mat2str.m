function varargout = mat2str (varargin)
[varargout{1:nargout}] = of_constants ('mat2str', varargin);
end
