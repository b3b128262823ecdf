function r = triu (r, varargin)
r = shaped ('triu', r, varargin{:});
end
