function varargout = psi (varargin)
[varargout{1:nargout}] = of_constants ('psi', varargin);
end
