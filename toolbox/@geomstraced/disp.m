function disp (r)
fprintf ('%d x %d recorded numbers\n', size (r.id, 1), size (r.id, 2));
end
