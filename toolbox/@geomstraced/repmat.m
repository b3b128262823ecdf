function r = repmat (r, varargin)
r = shaped ('repmat', r, varargin{:});
end
