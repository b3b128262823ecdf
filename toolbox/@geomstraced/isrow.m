function out = isrow (r)
out = isrow (r.id);
end
