function r = permute (r, varargin)
r = shaped ('permute', r, varargin{:});
end
