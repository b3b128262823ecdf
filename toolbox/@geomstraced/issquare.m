function out = issquare (r)
out = size (r.id, 1) == size (r.id, 2);
end
