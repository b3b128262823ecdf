function r = rearranged (name, list)
%REARRANGED  A function that only moves the entries of its first argument, and puts zeros beside them:
%   what it makes of their numbers.

r = list{1};
if ~isobject (r)
    refuse (sprintf ('''%s'' by a size or place that depends on the unknowns', name));
end
for i = 2:numel (list)
    list{i} = plain_of (list{i}, sprintf ('a size or place in ''%s''', name));
end
from = full (plainly (name, reshape (1:numel (r.id), size (r.id)), list{2:end}));
id = zeros (size (from), 'int32');
id(from > 0) = r.id(from(from > 0));
r.id = id;

end
