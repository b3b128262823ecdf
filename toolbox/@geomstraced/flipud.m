function r = flipud (r)
r.id = flipud (r.id);
end
