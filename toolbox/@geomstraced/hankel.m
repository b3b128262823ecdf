function r = hankel (varargin)
r = rearranged ('hankel', varargin);
end
