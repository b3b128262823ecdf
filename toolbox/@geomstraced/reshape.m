function r = reshape (r, varargin)
r = shaped ('reshape', r, varargin{:});
end
