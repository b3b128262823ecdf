function varargout = dec2bin (varargin)
[varargout{1:nargout}] = of_constants ('dec2bin', varargin);
end
