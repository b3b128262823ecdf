function r = toeplitz (varargin)
r = rearranged ('toeplitz', varargin);
end
