function call_blame (err, e, t, x)
%CALL_BLAME  Raises the error of a user's function unchanged, or names the one with a wrong size.
%   The evaluators do not look at single results. If their blocks cannot be put together (err is
%   then their own error), or do not have the right size or class (err is []), one function has
%   returned something else than at the start; it is found by calling all of them again at the
%   points t, x.

evaluators = {'call_blocks_single', 'call_blocks_plain', 'call_blocks_brief', 'call_blocks_batch', ...
    'call_blocks_more', 'call_spread', 'call_times'};
own = isempty (err) ...
    || (~isempty (err.stack) && any (strcmp (strtok (err.stack(1).name, '>'), evaluators)));
if own && isempty (e.model)
    roles = sys_roles ();
    z = call_z (e.index, x);
    for i = e.z
        e.tail{i}{1} = z;
    end
    for i = reshape (find (~cellfun (@isempty, e.fcn)), 1, [])
        role = roles(strcmp (e.names{i}, {roles.name}));
        list = {t, x(e.p, :), x(e.v, :)};
        list = list(1:2 + strncmp (role.mechanical, 't,p,v', 5));
        try
            y = e.fcn{i} (list{:}, e.tail{i}{:});
        catch late
            call_no_value (late, mfilename (), 'geoms:callback:type', role.name);
        end
        [m, n] = sys_shape (role, e.sizes);
        call_flat (y, m, n, numel (t), role.name, 'geoms:callback:size');
    end
end
if own && ~isempty (err)
    error ('geoms:callback:size', ['One of the functions of the system returned something of another ', ...
        'size than before, and did not when it was called again: it must return the same for the same ', ...
        'arguments (%s).'], err.message);
elseif isempty (err)
    error ('geoms:callback:size', 'The functions of the system returned blocks of a wrong size.');
end
rethrow (err);

end
