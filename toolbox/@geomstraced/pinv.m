function varargout = pinv (varargin)
[varargout{1:nargout}] = of_constants ('pinv', varargin);
end
