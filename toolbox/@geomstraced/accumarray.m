function r = accumarray (at, r)
id = zeros (max (at(:)), 1, 'int32');
for i = 1:numel (at)
    id(at(i)) = tape ('ADD', id(at(i)), r.id(min (i, end)));
end
r.id = id;
end
