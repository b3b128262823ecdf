function [values, skeleton, leaves] = derive_leaves (q, name)
%DERIVE_LEAVES  The numbers in the parameters of a system, in the order of fields and elements.
%   values      a column: real, full numbers of class double, wherever they stand in q
%   skeleton    q with {size} in the place of numbers: what else there is
%   leaves      struct array, name as 'q.sub.k', size: of the arrays in which they stand

if nargin < 2
    name = 'q';
end
wanted = nargout > 2;
values = zeros (0, 1);
skeleton = q;
leaves = [];
if isa (q, 'double') && ~isobject (q) && isreal (q) && ~issparse (q)
    values = q(:);
    skeleton = {size(q)};
    if wanted
        leaves = struct ('name', name, 'size', size (q));
    end
elseif isstruct (q) && ~isobject (q)
    fields = fieldnames (q);
    for i = 1:numel (q)
        for k = 1:numel (fields)
            part = q(i).(fields{k});
            if wanted
                below = [element(name, i, numel (q)), '.', fields{k}];
                [more, skeleton(i).(fields{k}), inner] = derive_leaves (part, below);
                leaves = [leaves, inner]; %#ok<AGROW>
            else
                [more, skeleton(i).(fields{k})] = derive_leaves (part, '');
            end
            values = [values; more]; %#ok<AGROW>
        end
    end
elseif iscell (q)
    for i = 1:numel (q)
        [more, skeleton{i}, inner] = derive_leaves (q{i}, sprintf ('%s{%d}', name, i));
        values = [values; more]; %#ok<AGROW>
        leaves = [leaves, inner]; %#ok<AGROW>
    end
end

end

function name = element (name, i, count)
if count > 1
    name = sprintf ('%s(%d)', name, i);
end
end
