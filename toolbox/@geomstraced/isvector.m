function out = isvector (r)
out = isvector (r.id);
end
