function form = sys_form (given)
%SYS_FORM  Form of a description, 'mechanical', 'residual' or 'native', from the given names.

roles = sys_roles ();
described = given;
given = fieldnames (given);
roles = roles(ismember ({roles.name}, given));
forms = {'mechanical', 'residual', 'native'};
belongs = [~cellfun(@isempty, {roles.mechanical}); ~cellfun(@isempty, {roles.residual}); ...
    ~cellfun(@isempty, {roles.native})];
at = find (all (belongs, 2), 1);
if isempty (at)
    refuse (roles, belongs, forms);
end
form = forms{at};
check_complete (form, given, ~strcmp (sys_derive_wanted (described, form), 'off'));

end

% two names that do not go together
function refuse (roles, belongs, forms)
if isempty (roles)
    error ('geoms:system:missing', ['geomssys needs functions that describe a system: ''mass'' and ', ...
        '''force'', ''model'', ''eom'' with ''dims'', or ''library'' with ''symbol''; or a tree of bodies.']);
end
for i = reshape (find (sum (belongs, 1) == 1), 1, [])
    form = belongs(:, i);
    other = find (~any (belongs(form, :), 1), 1);
    if ~isempty (other)
        error ('geoms:system:mixed', ['''%s'' belongs to the %s form, of which ''%s'' is no ', ...
            'part: leave one of them out.'], roles(i).name, forms{form}, roles(other).name);
    end
end
error ('geoms:system:mixed', 'These names do not go together:%s.', ...
    sprintf (' ''%s''', roles.name));
end

% what cannot be left out, and how it is written
function check_complete (form, given, derives)
has = @(name) any (strcmp (name, given));
starts = @(name) any (strncmp (name, given, numel (name)));
if strcmp (form, 'residual')
    list = {
        'eom', ['the reduced derivative array, ''eom'', @(t,x) ', ...
        '[d; gII; hI; gI; h; e; c; g; b; fdyn; fkin]']
        'dims', 'the sizes, ''dims'', struct (''np'', 2, ''nv'', 2, ''nl'', 1)'};
elseif strcmp (form, 'native')
    list = {
        'library', 'the file of the shared library, ''library'', ''model.so'''
        'symbol', 'the name of the GeomsModel in the library, ''symbol'', ''model'''};
elseif has ('model')
    alone (given);
    return
else
    list = {
        'mass', 'the mass matrix, ''mass'', M (matrix, diagonal as a vector, or @(t,p))'
        'force', 'the forces, ''force'', @(t,p,v)'};
    if starts ('constraint')
        list = [list; {
            'constraint', 'the constraint, ''constraint'', @(t,p)'}];
    end
    if starts ('constraint') && ~derives
        list = [list; {
            'constraintJacobian', 'dg/dp (nl x np), ''constraintJacobian'', @(t,p)'}];
    end
    if starts ('nonholonomic')
        list = [list; {
            'nonholonomic', 'the nonholonomic constraint, ''nonholonomic'', @(t,p,v)'}];
    end
    if starts ('nonholonomic') && ~derives
        list = [list; {
            'nonholonomicJacobian', ['its derivative with respect to p'' (nm x np), ', ...
            '''nonholonomicJacobian'', @(t,p)']}];
    end
    if has ('invariantGradient')
        list = [list; {'invariant', 'the invariant itself, ''invariant'', @(t,p,v)'}];
    end
end
for i = 1:size (list, 1)
    if ~has (list{i, 1})
        error ('geoms:system:missing', 'A system in %s form also needs %s.', form, list{i, 2});
    end
end
end

function alone (given)
allowed = {'model', 'mass', 'invariantGradient', 'condition', 'dims', 'vectorized', ...
    'autonomous', 'parameters', 'names', 'derive', 'pattern'};
more = given(~ismember (given, allowed));
if ~isempty (more)
    error ('geoms:system:mixed', ['''%s'' cannot stand beside ''model'', which returns all of ', ...
        'the mechanical terms.'], more{1});
end
end
