function varargout = lcm (varargin)
[varargout{1:nargout}] = of_constants ('lcm', varargin);
end
