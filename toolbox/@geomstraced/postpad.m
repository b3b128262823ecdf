function r = postpad (varargin)
r = rearranged ('postpad', varargin);
end
