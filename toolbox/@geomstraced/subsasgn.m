function r = subsasgn (r, s, b)
if numel (s) > 1 || ~strcmp (s(1).type, '()')
    refuse ('{} or .', 'it is a matrix of numbers');
end
list = s(1).subs;
if isobject (b)
    value = b.id;
elseif isempty (b)
    value = [];
else
    value = nodes (b);
end
if ~isobject (r)
    id = nodes (r);
    r = b;
else
    id = r.id;
end
for i = 1:numel (list)
    if isobject (list{i})
        [known, numbers_of_it] = tape_values (list{i}.id);
        if ~all (known(:))
            r.id = masked (id, list, i, value);
            return
        end
        list{i} = as_index (list{i}.id, numbers_of_it);
    end
end
if isempty (value) && isequal (b, [])
    id(list{:}) = [];
else
    id(list{:}) = value;
end
r.id = id;
end

% y(y < 0) = a: chosen element by element
function id = masked (id, list, i, value)
mask = list{i}.id;
if numel (list) > 1 || numel (value) ~= 1 || ~isequal (size (mask), size (id))
    refuse ('an index', 'it depends on the unknowns', list);
end
id = tape ('SELECT', mask, value, id);
end
