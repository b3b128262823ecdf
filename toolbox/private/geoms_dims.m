function dims = geoms_dims (given, form)
%GEOMS_DIMS  All dimensions from those that the user gives.
%   Residual form: what is missing is 0, and nv is np. Mechanical form: np = nv and nl may be given;
%   NaN stands for what has to be found by calling the functions.

names = {'np', 'nv', 'nr', 'nw', 'ns', 'nl', 'nm', 'ni', 'nc'};
if ~isstruct (given) || numel (given) ~= 1
    error ('geoms:system:dims', ['''dims'' must be a struct with fields like np, nv, nl, not ', ...
        'a %s.'], class (given));
end
dims = cell2struct (num2cell (zeros (size (names))), names, 2);
if strcmp (form, 'mechanical')
    dims.np = NaN;
    dims.nl = NaN;
end
dims.nv = NaN;

fields = fieldnames (given);
for i = 1:numel (fields)
    value = given.(fields{i});
    if ~any (strcmp (fields{i}, names))
        error ('geoms:system:dims', 'dims.%s is no dimension. %s', fields{i}, ...
            geoms_nearest (fields{i}, names));
    end
    if ~isnumeric (value) || numel (value) ~= 1 || ~(value >= 0 && value == floor (value)) ...
            || isinf (value)
        error ('geoms:system:dims', 'dims.%s must be a whole number >= 0.', fields{i});
    end
    if strcmp (form, 'mechanical') && value > 0 && ~any (strcmp (fields{i}, {'np', 'nv', 'nl'}))
        error ('geoms:system:dims', ['dims.%s belongs to the residual form; the mechanical ', ...
            'form has np, nv and nl.'], fields{i});
    end
    dims.(fields{i}) = double (value);
end
dims = couple (dims, form);

end

% nv = np, unless the residual form says otherwise
function dims = couple (dims, form)
if isnan (dims.nv)
    dims.nv = dims.np;
elseif isnan (dims.np)
    dims.np = dims.nv;
elseif strcmp (form, 'mechanical') && dims.nv ~= dims.np
    error ('geoms:system:dims', ['dims.nv is %d and dims.np is %d; in the mechanical form ', ...
        'p'' = v.'], dims.nv, dims.np);
end
end
