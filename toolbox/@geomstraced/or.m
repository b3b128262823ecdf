function r = or (a, b, varargin)
r = compared ('OR', a, b);
for i = 1:numel (varargin)
    r = or (r, varargin{i});
end
end
