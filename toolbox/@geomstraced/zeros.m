function r = zeros (varargin)
r = filled ('zeros', varargin);
end
