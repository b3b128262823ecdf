function r = ctranspose (r)
r.id = transpose (r.id);
end
