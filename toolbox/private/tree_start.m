function x0 = tree_start (sys, x0, t)
%TREE_START  Initial values of the system of a tree: what is missing is as the bodies are described.
%   Quaternions become unit ones. t(1) is the time of the start. Other systems: x0 as it is.

if ~strcmp (sys.form, 'tree')
    return
end
if isempty (x0) && ~isstruct (x0)
    x0 = struct ();
end
if ~isstruct (x0) || numel (x0) ~= 1
    return    % INIT_VALUES refuses it
end
for name = fieldnames (sys.tree.start)'
    if ~isfield (x0, name{1})
        x0.(name{1}) = sys.tree.start.(name{1});
    end
end
if ~isnumeric (x0.p) || numel (x0.p) ~= sys.dims.np || ~all (isfinite (x0.p(:)))
    return
end
x0.p = units (sys.tree, double (full (x0.p(:))));
if isnumeric (t) && ~isempty (t) && isreal (t) && isfinite (t(1))
    tree_flipped (sys, x0.p, double (t(1)));
    tree_flat (sys, x0.p, double (t(1)));
end

end

function p = units (tree, p)
[nq, nv] = tree_sizes (tree);
last = cumsum (nq);
for i = reshape (find (nq > nv), 1, [])
    at = last(i) - 3:last(i);
    p(at) = tree_unit (p(at), ['Body ''', tree.names.bodies{i}, '''']);
end
end
