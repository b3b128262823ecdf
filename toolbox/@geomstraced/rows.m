function out = rows (r)
out = rows (r.id);
end
