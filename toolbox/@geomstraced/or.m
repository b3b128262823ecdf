function r = or (a, b, varargin)
r = binary ('OR', a, b);
for i = 1:numel (varargin)
    r = binary ('OR', r, varargin{i});
end
end
