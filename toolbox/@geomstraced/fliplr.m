function r = fliplr (r)
r.id = fliplr (r.id);
end
