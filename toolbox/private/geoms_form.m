function form = geoms_form (given)
%GEOMS_FORM  Form of a description, 'mechanical' or 'residual', from the names that are given.

roles = geoms_roles ();
given = fieldnames (given);
roles = roles(ismember ({roles.name}, given));
mechanical = {roles(cellfun (@isempty, {roles.residual})).name};
residual = {roles(cellfun (@isempty, {roles.mechanical})).name};
if ~isempty (mechanical) && ~isempty (residual)
    error ('geoms:system:mixed', ['''%s'' belongs to the mechanical form and ''%s'' to the ', ...
        'residual form: give one of them.'], mechanical{1}, residual{1});
end
form = 'mechanical';
if ~isempty (residual)
    form = 'residual';
end
need (form, given);

end

% what cannot be left out, and how it is written
function need (form, given)
if strcmp (form, 'residual')
    list = {
        'eom', ['the reduced derivative array, ''eom'', @(t,x) ', ...
        '[d; gII; hI; gI; h; e; c; g; b; fdyn; fkin]']
        'dims', 'the sizes, ''dims'', struct (''np'', 2, ''nv'', 2, ''nl'', 1)'};
elseif any (strcmp ('model', given))
    list = {};
else
    list = {
        'mass', 'the mass matrix, ''mass'', M (matrix, diagonal as a vector, or @(t,p))'
        'force', 'the forces, ''force'', @(t,p,v)'};
    if any (strncmp ('constraint', given, 10))
        list = [list; {
            'constraint', 'the constraint, ''constraint'', @(t,p)'
            'constraintJacobian', 'dg/dp (nl x np), ''constraintJacobian'', @(t,p)'
            'constraintAcceleration', ['the second time derivative of the constraint without ', ...
            'its term G v'' (nl x 1), ''constraintAcceleration'', @(t,p,v); for g = p''*p - ', ...
            'L^2 it is 2*v''*v']}];
    end
end
for i = 1:size (list, 1)
    if ~any (strcmp (list{i, 1}, given))
        error ('geoms:system:missing', 'A system in %s form also needs %s.', form, list{i, 2});
    end
end
if strcmp (form, 'mechanical') && any (strcmp ('model', given))
    alone (given);
end
end

function alone (given)
allowed = {'model', 'mass', 'dims', 'vectorized', 'autonomous', 'parameters', 'names'};
more = given(~ismember (given, allowed));
if ~isempty (more)
    error ('geoms:system:mixed', ['''%s'' cannot stand beside ''model'', which returns all of ', ...
        'the mechanical terms.'], more{1});
end
end
