function dims = sys_dims (given, form, names)
%SYS_DIMS  All dimensions from those that the user gives.
%   names are those that stand in the description. Residual form: what is missing is 0, and nv is
%   np. Mechanical form: NaN stands for what has to be found by calling the functions or from the
%   initial values; without the function to which it belongs it is 0.

known = {'np', 'nv', 'nr', 'nw', 'ns', 'nl', 'nm', 'ni', 'nc'};
if ~isstruct (given) || numel (given) ~= 1
    error ('geoms:system:dims', ['''dims'' must be a struct with fields like np, nv, nl, not ', ...
        'a %s.'], class (given));
end
dims = cell2struct (num2cell (zeros (size (known))), known, 2);
if strcmp (form, 'mechanical')
    dims = to_be_found (dims, names);
end
dims.nv = NaN;

fields = fieldnames (given);
for i = 1:numel (fields)
    value = given.(fields{i});
    if ~any (strcmp (fields{i}, known))
        error ('geoms:system:dims', 'dims.%s is no dimension. %s', fields{i}, ...
            check_nearest (fields{i}, known));
    end
    if ~isnumeric (value) || ~isreal (value) || numel (value) ~= 1 || isinf (value) ...
            || ~(value >= 0 && value == floor (value))
        error ('geoms:system:dims', 'dims.%s must be a whole number >= 0.', fields{i});
    end
    if strcmp (form, 'mechanical') && value > 0 && isequal (dims.(fields{i}), 0)
        error ('geoms:system:missing', 'dims.%s is %d, but the system has no ''%s''.', ...
            fields{i}, value, owner (fields{i}));
    end
    dims.(fields{i}) = double (value);
end
dims = couple (dims, form, any (ismember ({'kinematics', 'model'}, names)));
check_few (dims, strcmp (form, 'mechanical'));    % SYS_MEASURE looks again

end

% NaN where a function tells, or z must be known
function dims = to_be_found (dims, names)
dims.np = NaN;
sizes = {'nr', 'nw', 'ns', 'nl', 'nm', 'ni', 'nc'};
for i = 1:numel (sizes)
    if any (strcmp (owner (sizes{i}), names)) ...
            || (any (strcmp ('model', names)) && ~strcmp (sizes{i}, 'nc'))
        dims.(sizes{i}) = NaN;
    end
end
end

% the function whose size it is
function name = owner (size)
list = {'nr', 'dynamics'; 'nw', 'auxiliary'; 'ns', 'contact'; 'nl', 'constraint'; ...
    'nm', 'nonholonomic'; 'ni', 'invariant'; 'nc', 'condition'};
name = list{strcmp(size, list(:, 1)), 2};
end

% nv = np, unless the residual form or kinematics say otherwise
function dims = couple (dims, form, free)
if strcmp (form, 'mechanical') && free
    return
elseif isnan (dims.nv)
    dims.nv = dims.np;
elseif isnan (dims.np)
    dims.np = dims.nv;
elseif strcmp (form, 'mechanical') && dims.nv ~= dims.np
    error ('geoms:system:dims', ['dims.nv is %d and dims.np is %d: this needs ', ...
        '''kinematics'', @(t,p) Z (np x nv) in p'' = Z v.'], dims.nv, dims.np);
end
end
