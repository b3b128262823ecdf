function r = flip (r, varargin)
r = shaped ('flip', r, varargin{:});
end
