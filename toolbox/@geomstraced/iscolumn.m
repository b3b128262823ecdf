function out = iscolumn (r)
out = iscolumn (r.id);
end
