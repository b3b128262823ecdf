function dim = along (id, dim)
%ALONG  The dimension along which sums and the like go.

if isobject (dim)
    dim = numbers (dim.id, 'a dimension');
elseif isempty (dim)
    dim = find ([size(id), 2] ~= 1, 1);
elseif ~isnumeric (dim)
    refuse (sprintf ('the argument ''%s''', dim));
end

end
