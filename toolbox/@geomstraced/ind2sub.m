function varargout = ind2sub (varargin)
[varargout{1:nargout}] = of_constants ('ind2sub', varargin);
end
