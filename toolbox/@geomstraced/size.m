function varargout = size (r, varargin)
[varargout{1:max(nargout, 1)}] = size (r.id, varargin{:});
end
