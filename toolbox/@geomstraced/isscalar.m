function out = isscalar (r)
out = isscalar (r.id);
end
