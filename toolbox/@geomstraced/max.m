function [r, where] = max (varargin)
[r, where] = extreme ('MAX', nargout, varargin{:});
end
