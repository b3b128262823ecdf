function r = eye (varargin)
r = filled ('eye', varargin);
end
