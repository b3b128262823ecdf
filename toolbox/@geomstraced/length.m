function out = length (r)
out = length (r.id);
end
