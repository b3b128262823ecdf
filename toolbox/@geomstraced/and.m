function r = and (a, b, varargin)
r = binary ('AND', a, b);
for i = 1:numel (varargin)
    r = binary ('AND', r, varargin{i});
end
end
