function [r, where] = min (varargin)
where = [];
r = extreme ('MIN', nargout, varargin{:});
end
