function r = accumarray (at, r, shape, varargin)
if ~isempty (varargin)
    refuse ('''accumarray'' with a function');
end
at = double (nodes_known (at));
if size (at, 2) == 1
    at(:, 2) = 1;
end
if nargin < 3 || isempty (shape)
    shape = max (at, [], 1);
end
id = zeros (shape, 'int32');
for k = 1:size (at, 1)
    id(at(k, 1), at(k, 2)) = tape ('ADD', id(at(k, 1), at(k, 2)), r.id(min (k, end)));
end
r.id = id;
end

function at = nodes_known (at)
if isobject (at)
    at = numbers (at.id, 'a place in ''accumarray''');
end
end
