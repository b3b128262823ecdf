function r = tril (r, varargin)
r = shaped ('tril', r, varargin{:});
end
