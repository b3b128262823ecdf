function r = rot90 (r, varargin)
r = shaped ('rot90', r, varargin{:});
end
