function r = ipermute (r, varargin)
r = shaped ('ipermute', r, varargin{:});
end
