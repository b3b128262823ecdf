function out = ismatrix (r)
out = ismatrix (r.id);
end
