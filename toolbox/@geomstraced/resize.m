function r = resize (varargin)
r = rearranged ('resize', varargin);
end
