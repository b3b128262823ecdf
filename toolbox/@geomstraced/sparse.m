function r = sparse (varargin)
if nargin == 1
    r = varargin{1};
    return
end
list = varargin;
for i = [1, 2, 4:nargin]
    if isobject (list{i})
        list{i} = numbers (list{i}.id, 'a place in ''sparse''');
    end
end
if nargin == 2
    r = plainly ('sparse', list{:});
    return
end
[i, j] = deal (double (list{1}(:)), double (list{2}(:)));
if nargin == 3
    list(4:5) = {max(i), max(j)};
end
r = sparse_sum (list{3}, i, j, [list{4:5}]);
end

% entries at the same place are added
function r = sparse_sum (values, i, j, shape)
n = max ([numel(i), numel(j), numel(values)]);
pick = @(a, k) a(min (k, numel (a)));
r = values;
if ~isobject (values)
    r = geomstraced ('constants', values);
end
from = r.id;
id = zeros (shape, 'int32');
for k = 1:n
    id(pick (i, k), pick (j, k)) = tape ('ADD', id(pick (i, k), pick (j, k)), pick (from, k));
end
r.id = id;
end
