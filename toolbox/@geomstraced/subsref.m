function r = subsref (r, s)
if numel (s) > 1 || ~strcmp (s(1).type, '()')
    refuse ('{} or .', 'it is a matrix of numbers');
end
list = s(1).subs;
for i = 1:numel (list)
    if isobject (list{i})
        list{i} = numbers (list{i}.id, 'an index');
    end
end
r.id = r.id(list{:});
end
