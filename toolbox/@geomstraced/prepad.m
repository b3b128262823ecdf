function r = prepad (varargin)
r = rearranged ('prepad', varargin);
end
