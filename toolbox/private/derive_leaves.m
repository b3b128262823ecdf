function [values, skeleton, leaves] = derive_leaves (q, name)
%DERIVE_LEAVES  The numbers in the parameters of a system, in the order of fields and elements.
%   values      a column: real, full numbers of class double, wherever they stand in q
%   skeleton    q with {size} in the place of numbers: what else there is, of a containers.Map what is in
%               it
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
elseif isa (q, 'containers.Map')    % one thing under many names, which anybody may change
    skeleton = {q.keys(), values_of(q)};
end

end

function list = values_of (q)
list = cell (1, 0);
for value = q.values ()
    [numbers, skeleton] = derive_leaves (value{1}, '');
    list{end + 1} = {numbers, skeleton}; %#ok<AGROW>
end
end

function name = element (name, i, count)
if count > 1
    name = sprintf ('%s(%d)', name, i);
end
end
