function varargout = isprime (varargin)
[varargout{1:nargout}] = of_constants ('isprime', varargin);
end
