function varargout = num2str (varargin)
[varargout{1:nargout}] = of_constants ('num2str', varargin);
end
