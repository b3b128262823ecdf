function r = transpose (r)
r.id = transpose (r.id);
end
