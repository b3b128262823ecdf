function [number, part, at] = tree_list_find (list, name)
%TREE_LIST_FIND  Number of the thing with this name, 0 if there is none; its part, and place there.

key = tree_key ({name});
before = 0;
for i = 1:numel (list)
    part = list(i);
    for at = find (part.key == key)
        if strcmp (part.names{at}, name)
            number = before + at;
            return
        end
    end
    before = before + numel (part.key);
end
number = 0;
part = [];
at = 0;

end
