function out = columns (r)
out = size (r.id, 2);
end
