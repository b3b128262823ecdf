function r = cat (dim, varargin)
[list, r] = joined (varargin);
r.id = cat (dim, list{:});
end
