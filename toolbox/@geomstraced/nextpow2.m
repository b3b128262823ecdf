function varargout = nextpow2 (varargin)
[varargout{1:nargout}] = of_constants ('nextpow2', varargin);
end
