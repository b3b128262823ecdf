function varargout = ismember (varargin)
[varargout{1:nargout}] = of_constants ('ismember', varargin);
end
