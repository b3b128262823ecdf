function [r, where] = min (varargin)
[r, where] = extreme ('MIN', nargout, varargin{:});
end
