function sys = sys_describe (given)
%SYS_DESCRIBE  A system from what sys_parse has found, before its functions are called.

sys = struct ('type', 'geomssys', 'form', sys_form (given), 'dims', [], 'index', [], ...
    'functions', struct (), 'extra', struct (), 'mass', [], 'parameters', [], ...
    'vectorized', false, 'autonomous', false, 'names', [], 'reduced', false, 'terms', {{}}, ...
    'library', '', 'symbol', '', 'has', [], 'diagonal', false, 'derive', sys_derive_off (), ...
    'pattern', pattern_off ());
sys.derive.wanted = sys_derive_wanted (given, sys.form);
sys.has_parameters = isfield (given, 'parameters') || strcmp (sys.form, 'native');
if ~isfield (given, 'dims')
    given.dims = struct ();
end
if ~strcmp (sys.form, 'native')
    sys.dims = sys_dims (given.dims, sys.form, fieldnames (given));
end
roles = sys_roles ();
for role = roles(ismember ({roles.name}, fieldnames (given)))'
    sys = take (sys, role, given.(role.name));
end
sys = derive_again (sys);
if ~isempty (sys.mass) && strcmp (sys.form, 'mechanical') && isnan (sys.dims.nv)
    sys.dims.nv = size (sys.mass, 1);
end

end

% one name and its value
function sys = take (sys, role, value)
is_matrix = strcmp (role.value, 'mass') && (isnumeric (value) || islogical (value));
if is_matrix
    sys.mass = sys_mass (value);
elseif any (strcmp (role.value, {'mass', 'function'}))
    [sys.functions.(role.name), sys.extra.(role.name)] = ...
        call_function (role.name, value, role.(sys.form), sys.has_parameters);
elseif strcmp (role.value, 'switch')
    if numel (value) ~= 1 || ~(islogical (value) || isequal (value, 0) || isequal (value, 1))
        error ('geoms:system:type', '''%s'' must be true or false.', role.name);
    end
    sys.(role.name) = logical (full (value));
elseif strcmp (role.value, 'names') && ~isstruct (value)
    error ('geoms:system:type', '''names'' must be a struct with fields like p, lambda.');
elseif strcmp (role.value, 'text') && (~ischar (value) || isempty (value))
    error ('geoms:system:type', '''%s'' must be a text, not a %s.', role.name, class (value));
elseif ~any (strcmp (role.value, {'dims', 'derive', 'pattern'}))
    sys.(role.name) = value;
end
end
