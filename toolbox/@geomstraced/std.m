function r = std (varargin)
r = sqrt (var (varargin{:}));
end
