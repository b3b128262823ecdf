function n = numel (r, varargin)
if nargin == 1
    n = numel (r.id);
else
    n = numel (r.id, varargin{:});
end
end
