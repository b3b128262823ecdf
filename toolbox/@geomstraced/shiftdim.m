function r = shiftdim (varargin)
r = rearranged ('shiftdim', varargin);
end
