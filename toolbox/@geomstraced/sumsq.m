function r = sumsq (r, varargin)
r = sum (r .* r, varargin{:});
end
