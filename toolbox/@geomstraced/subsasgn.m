function r = subsasgn (r, s, b)
if numel (s) > 1 || ~strcmp (s(1).type, '()')
    refuse (sprintf ('''%s'' after a matrix of numbers', s(end).type));
end
list = s(1).subs;
if isequal (b, []) && ~isobject (b)
    list = places (list);
    r.id(list{:}) = [];
    return
end
value = nodes (b);
if ~isobject (r)
    id = nodes (r);
    r = b;
else
    id = r.id;
end
if numel (list) == 1 && isobject (list{1}) && numel (value) == 1 && isequal (size (list{1}), size (id))
    id = tape ('SELECT', list{1}.id, value, id);    % y(y < 0) = a
else
    list = places (list);
    id(list{:}) = value;
end
r.id = id;
end
