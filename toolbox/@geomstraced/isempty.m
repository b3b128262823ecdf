function out = isempty (r)
out = isempty (r.id);
end
