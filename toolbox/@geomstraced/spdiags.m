function r = spdiags (varargin)
r = rearranged ('spdiags', varargin);
end
