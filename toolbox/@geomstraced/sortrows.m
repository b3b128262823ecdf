function varargout = sortrows (varargin)
[varargout{1:nargout}] = of_constants ('sortrows', varargin);
end
