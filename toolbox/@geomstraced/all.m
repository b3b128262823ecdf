function r = all (r, dim)
if nargin < 2
    dim = [];
end
r = r ~= 0;
if ~isobject (r)
    list = {r, dim};
    r = all (list{1:1 + ~isempty(dim)});
    return
end
r = known_flags (folded ('AND', r, dim, 1));
end
