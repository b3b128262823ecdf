function list = places (list)
%PLACES  Subscripts as plain numbers and masks.

for i = 1:numel (list)
    if isobject (list{i})
        list{i} = numbers (list{i}.id, 'an index', 'write interp1 for a table, (d > 0) .* d for d(d > 0)');
    end
end

end
