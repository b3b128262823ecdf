function list = places (list)
%PLACES  Subscripts as plain numbers and masks.

for i = 1:numel (list)
    if isobject (list{i})
        list{i} = numbers (list{i}.id, ['an index (of a table: write interp1; a mask: multiply by it, as ', ...
            '(d > 0) .* d)']);
    end
end

end
