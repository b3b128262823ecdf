function r = ifelse (varargin)
r = merge (varargin{:});
end
