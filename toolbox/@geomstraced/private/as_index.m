function index = as_index (id, values)
%AS_INDEX  An index from constant nodes: a mask where they are results of relations, else numbers.

index = values;
if all (values(:) == 0 | values(:) == 1) && any (values(:) == 0)
    index = logical (values);
end

end
