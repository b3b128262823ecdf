function [list, r] = joined (list)
%JOINED  Values as nodes, and one of those that are recorded.

for i = 1:numel (list)
    if isobject (list{i})
        r = list{i};
    end
    list{i} = nodes (list{i});
end

end
