function r = filled (name, list)
%FILLED  zeros, ones, eye of sizes among which are recorded numbers, or 'like' one.

last = find (cellfun (@(a) ischar (a) && strcmp (a, 'like'), list), 1);
if ~isempty (last)
    r = list{last + 1};
    list = list(1:last - 1);
end
for i = 1:numel (list)
    if isobject (list{i})
        r = list{i};
        list{i} = numbers (r.id, 'a size');
    end
end
r.id = nodes (builtin (name, list{:}));

end
