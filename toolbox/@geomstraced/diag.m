function r = diag (r, varargin)
r = shaped ('diag', r, varargin{:});
end
