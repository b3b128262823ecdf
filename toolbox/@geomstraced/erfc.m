function varargout = erfc (varargin)
[varargout{1:nargout}] = of_constants ('erfc', varargin);
end
