function given = sys_parse (pairs)
%SYS_PARSE  The arguments of geomssys as a struct, with the names as they are written there.

given = struct ();
roles = sys_roles ();
for i = 1:2:numel (pairs)
    name = pairs{i};
    if ~ischar (name) || size (name, 1) ~= 1 || i == numel (pairs)
        error ('geoms:system:pairs', ['Names and values must alternate: argument %d is a %s ', ...
            'without a partner.'], i, class (name));
    end
    at = find (strcmpi (name, {roles.name}));
    if isempty (at)
        error ('geoms:system:name', 'There is no ''%s'' in the description of a system. %s', ...
            name, check_nearest (name, {roles.name}));
    end
    if isfield (given, roles(at).name)
        error ('geoms:system:twice', '''%s'' is given twice.', roles(at).name);
    end
    given.(roles(at).name) = pairs{i + 1};
end

end
