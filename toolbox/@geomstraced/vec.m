function r = vec (r)
r.id = r.id(:);
end
