function out = ndims (r)
out = ndims (r.id);
end
