function r = dot (a, b, varargin)
if nargin == 2 && numel (a) == numel (b) && min (size (a)) == 1 && min (size (b)) == 1
    r = sum (reshape (a, [], 1) .* reshape (b, [], 1));
else
    r = sum (a .* b, varargin{:});
end
end
