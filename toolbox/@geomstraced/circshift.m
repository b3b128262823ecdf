function r = circshift (r, varargin)
r = shaped ('circshift', r, varargin{:});
end
