function value = tree_constant (given, name, where)
%TREE_CONSTANT  A stiffness or damping, one number, default 0. A characteristic is not: that is a law.

if isfield (given, name) && (isa (given.(name), 'function_handle') || numel (given.(name)) > 1)
    error ('geoms:tree:value', ['%s: ''%s'' must be one number, not %s. What depends on lengths or speeds ', ...
        'otherwise is a law: geomsaddforce (tree, ''law'', @(t,p,v,X) ..., {''a'', ''b''}), or one of ', ...
        'coordinates: geomssys (tree, ''force'', @(t,p,v) ...), with interp1 for a table.'], where, name, ...
        check_described (given.(name)));
end
value = tree_option_number (given, name, 0, where);

end
