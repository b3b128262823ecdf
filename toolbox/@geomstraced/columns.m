function out = columns (r)
out = columns (r.id);
end
