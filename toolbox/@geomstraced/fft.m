function varargout = fft (varargin)
[varargout{1:nargout}] = of_constants ('fft', varargin);
end
