function values = tree_all_numbers (list, n, count)
%TREE_ALL_NUMBERS  A cell of n vectors with so many real and finite numbers each, as columns; [] if
%   it is something else: TREE_NUMBERS tells what is wrong, or takes it.

values = [];
if ~iscell (list) || numel (list) ~= n || ~all (cellfun ('isclass', list, 'double')) ...
        || ~all (cellfun ('prodofsize', list) == count) || ~all (cellfun ('isreal', list)) ...
        || any (cellfun (@issparse, list))
    return
end
if ~all (cellfun ('size', list, 1) == 1) && ~all (cellfun ('size', list, 2) == 1)
    return
end
found = reshape ([list{:}], count, n);
if all (isfinite (found(:)))
    values = found;
end

end
