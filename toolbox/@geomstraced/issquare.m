function out = issquare (r)
out = issquare (r.id);
end
