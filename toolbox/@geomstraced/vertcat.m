function r = vertcat (varargin)
r = cat (1, varargin{:});
end
