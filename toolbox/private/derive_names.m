function names = derive_names (q, fixed)
%DERIVE_NAMES  Which numbers of the parameters are fixed, by name: {'q.n', 'q.sub.k(2)'}.

names = {};
last = 0;
[~, ~, leaves] = derive_leaves (q);
for leaf = leaves
    count = prod (leaf.size);
    mine = fixed(last + (1:count));
    last = last + count;
    if count > 0 && all (mine)
        names{end + 1} = leaf.name; %#ok<AGROW>
    elseif any (mine)
        for k = find (mine)'
            names{end + 1} = element (leaf, k); %#ok<AGROW>
        end
    end
end

end

function name = element (leaf, k)
if numel (leaf.size) == 2 && any (leaf.size == 1)
    name = sprintf ('%s(%d)', leaf.name, k);
else
    [at{1:numel(leaf.size)}] = ind2sub (leaf.size, k);
    text = sprintf ('%d,', at{:});
    name = sprintf ('%s(%s)', leaf.name, text(1:end - 1));
end
end
