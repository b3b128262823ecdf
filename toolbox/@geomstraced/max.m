function [r, where] = max (varargin)
where = [];
r = extreme ('MAX', nargout, varargin{:});
end
