function sys = geoms_measuremodel (sys, t, p, v)
%GEOMS_MEASUREMODEL  Calls 'model' once, checks its fields and their sizes, completes sys.dims.
%   sys.terms lists the fields in the order of the blocks that the core wants.

sys.dims.np = numel (p);
sys.dims.nv = numel (p);
if isnan (sys.dims.nl) && sys.extra.model(1)
    error ('geoms:system:missing', ['''model'' takes z, the size of which is not known: give ', ...
        '''dims'', struct (''nl'', ...) as well.']);
end
lambda = zeros (max (sys.dims.nl, 0), 1);
found = geoms_call (sys, 'model', t, p, v, geoms_z (lambda));
[roles, sys.terms] = fields_of (sys, found);
if isnan (sys.dims.nl)
    sys.dims.nl = 0;
    if isfield (found, 'g')
        sys.dims.nl = size (found.g, 1);
    end
end

sizes = geoms_sizes (sys.dims);
if sys.vectorized
    two = geoms_call (sys, 'model', [t, t], [p, p], [v, v], geoms_z ([lambda, lambda]));
end
for i = 1:numel (roles)
    letter = roles(i).letter;
    name = ['model: ', letter];
    [m, n] = geoms_shape (roles(i), sizes);
    alone = geoms_flat (found.(letter), m, n, 1, name, 'geoms:system:size');
    if sys.vectorized
        both = geoms_flat (two.(letter), m, n, 2, name, 'geoms:system:size');
        geoms_needsame (name, both, [alone, alone]);
    end
end

end

% which terms the model must have, and which it has
function [roles, terms] = fields_of (sys, found)
if ~isstruct (found) || numel (found) ~= 1
    error ('geoms:system:type', '''model'' must return a struct, it returned a %s.', class (found));
end
roles = geoms_roles ();
roles = roles(~cellfun (@isempty, {roles.letter}));
fields = fieldnames (found);
unknown = fields(~ismember (fields, {roles.letter}));
if ~isempty (unknown)
    error ('geoms:system:name', '''model'' returns a field ''%s'', which is not known. %s', ...
        unknown{1}, geoms_nearest (unknown{1}, {roles.letter}));
end
needed = {'f'};
if isempty (sys.mass)
    needed = {'M', 'f'};
end
if any (ismember ({'g', 'G', 'gI', 'gIIpart'}, fields))
    needed = [needed, {'g', 'G', 'gIIpart'}];
end
missing = needed(~ismember (needed, fields));
if ~isempty (missing)
    error ('geoms:system:missing', 'The struct that ''model'' returns has no field ''%s''.', ...
        missing{1});
end
roles = roles(ismember ({roles.letter}, fields));
if ~isempty (sys.mass)
    roles = roles(~strcmp ({roles.letter}, 'M'));
end
terms = {roles.letter};
end
