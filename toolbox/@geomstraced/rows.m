function out = rows (r)
out = size (r.id, 1);
end
