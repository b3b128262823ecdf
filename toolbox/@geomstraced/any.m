function r = any (r, dim)
if nargin < 2
    dim = [];
end
r = r ~= 0;
if ~isobject (r)
    list = {r, dim};
    r = any (list{1:1 + ~isempty(dim)});
    return
end
r = known_flags (folded ('OR', r, dim, 0));
end
