function varargout = nchoosek (varargin)
[varargout{1:nargout}] = of_constants ('nchoosek', varargin);
end
