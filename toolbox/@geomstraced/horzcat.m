function r = horzcat (varargin)
r = cat (2, varargin{:});
end
