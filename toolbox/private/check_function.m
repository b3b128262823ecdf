function check_function (sys, role, sizes, point)
%CHECK_FUNCTION  Calls one of the user's functions once and checks the size of its result.
%   check_function (sys, role, sizes, point), point = {t, p, v, z} or {t, x}
%   A vectorized function must also give for two points what it gives for each of them.

identifier = 'geoms:system:size';
[m, n] = sys_shape (role, sizes);
try
    first = evaluate (sys, role, point);
    if ~sys.vectorized && isa (first, 'double') && ndims (first) == 2 && size (first, 1) == m ...
            && size (first, 2) == max (n, 1)
        return
    end
    first = call_flat (first, m, n, 1, role.name, identifier);
catch e
    blame_mass (sys, role, e);
    rethrow (e);
end
if sys.vectorized && ~any (strcmp (role.name, {'jac', 'ivcond', 'invariantGradient', 'condition'}))
    other = [point(1), cellfun(@moved, point(2:end), 'UniformOutput', false)];
    pair = cellfun (@side_by_side, point, other, 'UniformOutput', false);
    both = call_flat (evaluate_two (sys, role, pair), m, n, 2, role.name, identifier);
    second = call_flat (evaluate (sys, role, other), m, n, 1, role.name, identifier);
    check_vectorized (role.name, both, [first(:), second(:)]);
end

end

function y = evaluate (sys, role, point)
form = role.(sys.form);
if any (form == 'x')
    y = call_user (sys, role.name, point{:}, []);
elseif strncmp (form, 't,p,v', 5)
    y = call_user (sys, role.name, point{:});
else
    y = call_user (sys, role.name, point{[1 2 4]});
end
end

% for one point it has been called without an error
function y = evaluate_two (sys, role, pair)
try
    y = evaluate (sys, role, pair);
catch e
    call_only_one (role.name, e);
end
end

% a column, or a struct of columns
function c = moved (c)
if isstruct (c)
    c = structfun (@moved, c, 'UniformOutput', false);
else
    c = c + 1e-3 * (1 + abs (c));
end
end

function c = side_by_side (a, b)
if isstruct (a)
    for name = fieldnames (a)'
        c.(name{1}) = [a.(name{1}), b.(name{1})];
    end
else
    c = [a, b];
end
end

% the size of a vector of nv forces that a constant mass matrix has told
function blame_mass (sys, role, e)
if strcmp (e.identifier, 'geoms:system:size') && strcmp (role.rows, 'nv') ...
        && strcmp (sys.form, 'mechanical') && ~isempty (sys.mass)
    error (e.identifier, ['%s This size is that of ''mass'', which is %d x %d: one of them is ', ...
        'wrong.'], e.message, size (sys.mass));
end
end
