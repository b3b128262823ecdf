function sys = sys_measure (sys, t, given, fill)
%SYS_MEASURE  Calls every function once, checks the sizes and completes sys.dims and sys.index.
%   sys = sys_measure (sys, t, given, fill) in the mechanical form, see SYS_MEASURE_STATE
%   sys = sys_measure (sys, t, x) in the residual form
%   What the functions return is not kept, and may be anything but of a wrong size. Those of a derived
%   system are not called: their sizes are known.

if strcmp (sys.form, 'residual')
    sys = measure_residual (sys, t, given);
else
    check_mass (sys, given);
    if sys_derived (sys) && derive_belongs (sys)
        check_names (sys);
        return    % sizes are those that were recorded, and nothing is called
    end
    guessed = isnan (sys.dims.np) && ~isfield (given, 'p');
    before = sys;
    [sys, at] = sys_measure_state (sys, t, given, fill);
    if isfield (sys.functions, 'model')
        [sys, at] = sys_measure_model (sys, t, at, guessed);
        if isempty (at)
            sys = before;
            return
        end
        sys.reduced = ~isempty (sys_lacking (sys));
    end
    point = {t, at.p, at.v, rmfield(at, {'p', 'v'})};
    sys = find_diagonal (sys, point([1 2 4]));
    check_all (sys, sys_sizes (sys), point);
end
if ~isempty (sys.mass) && size (sys.mass, 1) ~= sys.dims.nv
    error ('geoms:system:size', '''mass'' is %d x %d; it must be nv x nv = %d x %d.', ...
        size (sys.mass, 1), size (sys.mass, 2), sys.dims.nv, sys.dims.nv);
end
check_few (sys.dims, sys_may_be_large (sys));
sys.index = sys_index (sys.dims);
check_names (sys);
if sys_derived (sys)
    sys = derive_again (sys);
end
if strcmp (sys.derive.status, 'waiting')
    sys = derive_try (sys, t, at);
end
if strcmp (sys.form, 'mechanical')
    sys = pattern_find (sys, t, at);
end

end

% a constant mass matrix has told the number of unknowns: it may be the one that is wrong
function check_mass (sys, given)
n = size (sys.mass, 1);
names = {'v', 'p'};
for i = 1:1 + ~any (isfield (sys.functions, {'kinematics', 'model'}))
    if n > 0 && isfield (given, names{i}) && numel (given.(names{i})) ~= n
        error ('geoms:x0:size', ['The initial values of %s have %d components, but ''mass'' ', ...
            'is %d x %d.'], names{i}, numel (given.(names{i})), n, n);
    end
end
end

% for psi1 rda may lack gII and hI; its Jacobian lacks them too
function sys = measure_residual (sys, t, x)
x(isnan (x)) = 0;
sys = find_diagonal (sys, {t, x, []});
sizes = sys_sizes (sys);
left_out = sys.dims.nl + sys.dims.nm;
found = size (call_user (sys, 'eom', t, x, []), 1);
sys.reduced = left_out > 0 && found == sizes.m - left_out;
if sys.reduced
    sizes.m = found;
end
check_all (sys, sizes, {t, x});
end

% whether 'mass' returns the diagonal
function sys = find_diagonal (sys, point)
if isfield (sys.functions, 'mass')
    M = call_user (sys, 'mass', point{:});
    sys.diagonal = sys.dims.nv > 1 && isequal (size (M), [sys.dims.nv, 1]);
end
end

function check_all (sys, sizes, point)
roles = sys_roles ();
roles = roles(isfield (sys.functions, {roles.name}))';
for role = roles(~strcmp ({roles.name}, 'model'))
    check_function (sys, role, sizes, point);
end
end
