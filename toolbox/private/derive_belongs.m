function yes = derive_belongs (sys)
%DERIVE_BELONGS  Whether what was derived still belongs to the system: but for parameters that are inputs
%   nothing has changed.

of = sys.derive.kept.stamp;
if ~sys.has_parameters && isempty (of.values)
    yes = are_same (sys.functions, of.functions) && isequal (sys.mass, of.mass);
    return
end
now_is = derive_stamp (sys, of.fixed);
fixed = of.fixed;
yes = are_same (now_is.functions, of.functions) && isequal (now_is.mass, of.mass) ...
    && isequal (size (now_is.values), size (of.values)) ...
    && isequaln (now_is.values(fixed), of.values(fixed)) && isequal (now_is.skeleton, of.skeleton);

end

% one handle, or two that were read from a file
function yes = are_same (a, b)
names = fieldnames (a);
yes = numel (names) == numel (fieldnames (b)) && all (isfield (b, names));
for i = 1:numel (names) * yes
    yes = yes && isequal (a.(names{i}), b.(names{i}));
end
if ~yes && isequal (fieldnames (a), fieldnames (b))
    yes = true;
    for name = fieldnames (a)'
        yes = yes && are_alike (a.(name{1}), b.(name{1}));
    end
end
end

function yes = are_alike (a, b)
yes = isa (a, 'function_handle') && isa (b, 'function_handle');
if yes
    one = functions (a);
    two = functions (b);
    yes = isequal (one.function, two.function) && isfield (one, 'workspace') ...
        == isfield (two, 'workspace') && (~isfield (one, 'workspace') ...
        || isequaln (one.workspace, two.workspace));
end
end
