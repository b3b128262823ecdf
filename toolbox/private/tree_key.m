function key = tree_key (names)
%TREE_KEY  A whole number for each name, by which it is found fast: sum of w_i name(i).

persistent w
if isempty (w)
    w = mod (7919 * (1:64) .^ 2 + 31 * (1:64), 65521);
end
key = zeros (1, numel (names));
for i = 1:numel (names)
    letters = double (names{i});
    n = numel (letters);
    if n > 64
        n = 64;
        letters = letters(1:n);
    end
    key(i) = w(1:n) * letters(:);
end

end
