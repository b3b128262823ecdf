function r = ones (varargin)
r = filled ('ones', varargin);
end
