function r = blkdiag (varargin)
[list, r] = joined (varargin);
id = int32 ([]);
for i = 1:numel (list)
    [m, n] = size (id);
    [k, l] = size (list{i});
    id(m + (1:k), n + (1:l)) = list{i};
end
r.id = id;
end
