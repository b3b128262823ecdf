function [q, used] = derive_traced (q, id, fixed)
%DERIVE_TRACED  Parameters in which numbers are recorded: the nodes id, in the order of DERIVE_LEAVES.
%   fixed: which are constants; a leaf all of whose numbers are remains as it is. used: how many of the
%   nodes belong to q.

used = 0;
if isa (q, 'double') && ~isobject (q) && isreal (q) && ~issparse (q)
    used = numel (q);
    if ~all (fixed(1:used))
        q = geomstraced (reshape (id(1:used), size (q)));
    end
elseif isstruct (q) && ~isobject (q)
    fields = fieldnames (q);
    for i = 1:numel (q)
        for k = 1:numel (fields)
            [q(i).(fields{k}), more] = derive_traced (q(i).(fields{k}), id(used + 1:end), ...
                fixed(used + 1:end));
            used = used + more;
        end
    end
elseif iscell (q)
    for i = 1:numel (q)
        [q{i}, more] = derive_traced (q{i}, id(used + 1:end), fixed(used + 1:end));
        used = used + more;
    end
end

end
