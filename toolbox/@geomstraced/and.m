function r = and (a, b, varargin)
r = compared ('AND', a, b);
for i = 1:numel (varargin)
    r = and (r, varargin{i});
end
end
