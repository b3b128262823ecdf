function key = tree_key (names)
%TREE_KEY  A whole number for each name, by which it is found fast: sum of w_i name(i).

key = zeros (1, numel (names));
w = mod (7919 * (1:64) .^ 2 + 31 * (1:64), 65521);
for i = 1:numel (names)
    letters = double (names{i}(1:min (end, 64)));
    key(i) = w(1:numel (letters)) * letters';
end

end
