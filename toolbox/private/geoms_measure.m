function sys = geoms_measure (sys, t, varargin)
%GEOMS_MEASURE  Calls every function once, checks the sizes and completes sys.dims and sys.index.
%   sys = geoms_measure (sys, t, p, v) in the mechanical form, with np = numel (p)
%   sys = geoms_measure (sys, t, x) in the residual form

if strcmp (sys.form, 'residual')
    sys = measure_residual (sys, t, varargin{1});
elseif isfield (sys.functions, 'model')
    sys = geoms_measuremodel (sys, t, varargin{:});
else
    sys = measure_mechanical (sys, t, varargin{:});
end
if ~isempty (sys.mass) && size (sys.mass, 1) ~= sys.dims.nv
    error ('geoms:system:size', '''mass'' is %d x %d; it must be nv x nv = %d x %d.', ...
        size (sys.mass, 1), size (sys.mass, 2), sys.dims.nv, sys.dims.nv);
end
sys.index = geoms_index (sys.dims);
check_names (sys);

end

function sys = measure_mechanical (sys, t, p, v)
sys.dims.np = numel (p);
sys.dims.nv = numel (p);
if ~isfield (sys.functions, 'constraint')
    sys.dims.nl = 0;
elseif isnan (sys.dims.nl)
    sys.dims.nl = size (geoms_call (sys, 'constraint', t, p, geoms_z ([])), 1);
end
check_all (sys, geoms_sizes (sys.dims), {t, p, v, zeros(sys.dims.nl, 1)});
end

% for psi1 rda may lack gII and hI; its Jacobian lacks them too
function sys = measure_residual (sys, t, x)
sizes = geoms_sizes (sys.dims);
left_out = sys.dims.nl + sys.dims.nm;
found = size (geoms_call (sys, 'eom', t, x, []), 1);
sys.reduced = left_out > 0 && found == sizes.m - left_out;
if sys.reduced
    sizes.m = found;
end
check_all (sys, sizes, {t, x});
end

function check_all (sys, sizes, point)
roles = geoms_roles ();
names = fieldnames (sys.functions);
for i = 1:numel (names)
    role = roles(strcmp (names{i}, {roles.name}));
    geoms_checkfunction (sys, role, sizes, point);
end
end

function check_names (sys)
if isempty (sys.names)
    return
end
blocks = fieldnames (sys.names);
for i = 1:numel (blocks)
    if ~isfield (sys.index, blocks{i})
        error ('geoms:system:names', ['''names'' has a field ''%s'', which is no block of ', ...
            'unknowns. %s'], blocks{i}, geoms_nearest (blocks{i}, fieldnames (sys.index)));
    end
    expected = numel (sys.index.(blocks{i}));
    if ~iscellstr (sys.names.(blocks{i})) || numel (sys.names.(blocks{i})) ~= expected
        error ('geoms:system:names', 'names.%s must be a cell array of %d texts.', blocks{i}, ...
            expected);
    end
end
end
