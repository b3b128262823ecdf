function c = mat2cell (r, varargin)
c = mat2cell (r.id, varargin{:});
for i = 1:numel (c)
    one = r;
    one.id = c{i};
    c{i} = one;
end
end
