function e = rhs_form (sys, kind, list)
%RHS_FORM  What the functions of GEOMSRHS need to know.
%   e = rhs_form (sys, kind, list), list as geomsset takes it
%     sys, core           the system with all its sizes; as the gateway wants it
%     kind, independent, tol    of the form, as the gateway wants them; 'uode' is another name of
%                         'partition-full' here, for solvers need no equation for lambda'
%     rows_of_y           y is these rows of the core's unknowns z
%     index               rows of y, by name
%     mass                diagonal of the mass matrix in mass * y' = f (t, y)

check_kind (kind);
opts = check_options (kind, geomsset (list{:}));
e.sys = rhs_system (sys);
check_second_derivatives (e.sys, kind);
e.core = gate_system (e.sys);
f = opt_table (kind);
e.kind = f.rhs;
e.independent = opt_independent (e.sys, opts);
e.tol = geomsget (opts, 'RankTol');
e = places (e);
rhs_value (e, 0, zeros (numel (e.rows_of_y), 0));   % whether there is such a form

end

function check_kind (kind)
table = opt_table ();
kinds = {table.formulations.word};
kinds = kinds(~cellfun (@isempty, {table.formulations.rhs}));
if ~ischar (kind)
    error ('geoms:rhs:kind', 'The kind of right-hand side must be a text, not a %s.', class (kind));
elseif ~any (strcmp (kind, kinds))
    error ('geoms:rhs:kind', 'There is no right-hand side ''%s'' for other solvers. %s', kind, ...
        check_nearest (kind, kinds));
end
end

% nothing but Independent and RankTol has a meaning here
function opts = check_options (kind, opts)
if isempty (opts.Formulation)
    opts.Formulation = kind;
elseif ~strcmp (opts.Formulation, kind)
    error ('geoms:rhs:options', 'The options say Formulation ''%s'', but ''%s'' is wanted.', ...
        opts.Formulation, kind);
end
names = fieldnames (opts);
for i = 1:numel (names)
    if ~isempty (opts.(names{i})) ...
            && ~any (strcmp (names{i}, {'Formulation', 'Independent', 'RankTol'}))
        error ('geoms:rhs:options', ['The option %s has no meaning for a right-hand side, ', ...
            'which takes Independent and RankTol: it belongs to the solver (odeset), or to ', ...
            'geoms.'], names{i});
    end
end
end

% z = [lambda; mu; r; v; p; a], y = [p; v; r; a; lambda; mu] without those that the form has not
function e = places (e)
d = e.sys.dims;
blocks = {'lambda', 'mu', 'r', 'v', 'p', 'a'};
sizes = [d.nl, d.nm, d.nr, d.nv, d.np, d.nv];
ends = cumsum (sizes);
differential = {'p', 'v', 'r'};
algebraic = {};
f = opt_table (e.kind);
if strcmp (f.lambda, 'solved')
    algebraic = [f.extra, {'lambda', 'mu'}];
end
e.index = struct ('p', [], 'v', [], 'r', [], 'a', [], 'lambda', [], 'mu', []);
e.rows_of_y = [];
for name = [differential, algebraic]
    i = find (strcmp (name{1}, blocks));
    e.index.(name{1}) = numel (e.rows_of_y) + (1:sizes(i));
    e.rows_of_y = [e.rows_of_y, ends(i) - sizes(i) + (1:sizes(i))];
end
e.mass = double ((1:numel (e.rows_of_y))' <= d.np + d.nv + d.nr);
end
