function value = tree_positive (given, name, where)
%TREE_POSITIVE  An option that must be given and positive.

if ~isfield (given, name)
    error ('geoms:tree:value', '%s needs ''%s''.', where, name);
end
value = tree_option_number (given, name, 0, where);
if value <= 0
    error ('geoms:tree:value', '%s: ''%s'' is %g; it must be positive.', where, name, value);
end

end
