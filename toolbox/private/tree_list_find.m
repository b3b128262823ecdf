function [number, part, at] = tree_list_find (list, name)
%TREE_LIST_FIND  Number of the thing with this name, 0 if there is none; its part, and place there.
%   What has been added last is found first.

key = tree_key ({name});
for i = numel (list):-1:1
    hit = list(i).key == key;
    if any (hit)
        part = list(i);
        for at = reshape (find (hit), 1, [])
            if strcmp (part.names{at}, name)
                number = at + tree_list_count (list(1:i - 1));
                return
            end
        end
    end
end
number = 0;
part = [];
at = 0;

end
