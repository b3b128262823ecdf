function number = tree_kind (word, known, what)
%TREE_KIND  Place of a word among those of a kind ('joint', 'loop', 'force element'), or an error.

if ~ischar (word)
    error ('geoms:tree:kind', 'The kind of a %s must be a text, not %s.', what, ...
        check_described (word));
end
number = find (strcmp (word, known));
if isempty (number)
    known = known(~cellfun (@isempty, known));
    error ('geoms:tree:kind', '''%s'' is no kind of %s. %s', word, what, check_nearest (word, known));
end

end
