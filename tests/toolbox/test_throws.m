function [passed, failed] = test_throws ()
%TEST_THROWS  Functions of the user that raise an error, or return NaN, at their k-th call, in every form and
%   with every method: the error comes back unchanged, geomslast has what was computed until then, and the
%   next run has the bits of a run that nothing has disturbed. An error in what is looked at beside the run
%   (whether levels belong together, say) is none of the run's, which has the same bits then.
%   With GEOMS_LONG set every pair of a form and a method, and every k; else few pairs, and one k of each.

forms = all_forms ();
cases = cell (0, 2);
for i = 1:size (forms, 1)
    cases(end + 1, :) = {[forms{i, 1}, ': an error'], @() every_method(forms, i, 'error')}; %#ok<AGROW>
    cases(end + 1, :) = {[forms{i, 1}, ': NaN'], @() every_method(forms, i, 'NaN')}; %#ok<AGROW>
end
cases = [cases; {'functions of options: an error', @options_throw; 'initial values and looks', @others}];
[passed, failed] = geoms_suite ('throws', cases);

end

% {name, system, x0}; each of their functions counts its calls
function list = all_forms ()
x0 = struct ('p', [1; 0]);
words = {'mechanical', 'lacking', 'velocity', 'varying mass', 'vectorized', 'columns', 'model', 'residual', ...
    'residual batch', 'residual jac', 'reduced'};
list = cell (0, 3);
for word = words
    off = {'derive', 'off'};
    list(end + 1, :) = {word{1}, counting(pendulum (word{1}, off{1:2 * ~strcmp(word{1}, 'lacking')})), x0}; %#ok<AGROW>
end
tree = geomsaddbody (geomstree ('planar', true), 'arm', 'mass', 1, 'com', [0.5 0], 'inertia', 1/12);
sys = geomssys (tree, 'force', @(t,p,v) called (-v), 'dynamics', @(t,p,v,z) called (p - z.r), 'dims', ...
    struct ('nr', 1), 'derive', 'off');
list(end + 1, :) = {'tree', sys, struct('r', 0)};
end

function sys = counting (sys)
for name = fieldnames (sys.functions)'
    sys.functions.(name{1}) = counted (sys.functions.(name{1}));
end
end

function g = counted (f)
switch nargin (f)
    case 2
        g = @(a, b) called (f (a, b));
    case 3
        g = @(a, b, c) called (f (a, b, c));
    otherwise
        g = @(a, b, c, d) called (f (a, b, c, d));
end
end

% called ('error', k) or called ('NaN', k) begins to count, called ('calls') is how many there were
function y = called (y, k)
persistent n at kind
if nargin == 2
    [kind, at, n] = deal (y, k, 0);
    return
elseif ischar (y)
    y = n;
    return
end
n = n + 1;
if n == at && strcmp (kind, 'error')
    error ('user:own', 'The user''s own error, call %d.', n);
elseif n == at && isstruct (y)
    y = structfun (@(value) NaN * value, y, 'UniformOutput', false);
elseif n == at
    y = NaN * y;
end
end

function every_method (forms, i, kind)
pairs = strength_pairs ();
count = size (pairs, 1);
pairs = pairs(1 + rem (17 * i + 31 * strcmp (kind, 'NaN') + 5 * (1:count), count), :);
done = 0;
for j = 1:count
    run = @() geoms (forms{i, 2}, [0 0.05], forms{i, 3}, pairs{j, 2}{:}, 'RelTol', 1e-4, 'MaxSteps', 6, ...
        'Display', 'off');
    done = done + at_each (run, kind, 7 * i + 13 * j, [forms{i, 1}, ', ', pairs{j, 1}]);
    if done == 2 && ~is_long ()
        break
    end
end
check (done > 0, 'no method takes ''%s''', forms{i, 1});
end

% whether the run fits together at all
function yes = at_each (run, kind, number, where)
called ('none', 0);
yes = true;
try
    sol = run ();
catch e
    check (strncmp (e.identifier, 'geoms:', 6), '%s: ''%s'' %s', where, e.identifier, e.message);
    yes = false;
    return
end
called ('none', 0);
sol = run ();    % what the first one has found out of the system is kept, and not asked again
count = called ('calls');
for k = chosen (count, number)
    called (kind, k);
    thrown_or_told (run, sol, kind, sprintf ('%s, call %d of %d', where, k, count));
end
called ('none', 0);
again = run ();
check (isequal (again.t, sol.t) && isequaln (again.y, sol.y), '%s: other bits afterwards', where);
end

function k = chosen (count, number)
k = 1:count;
if ~is_long () && count > 0
    k = unique ([1 + rem(number, count), count]);
    k = k(1 + rem (number, numel (k)));
end
end

function thrown_or_told (run, sol, kind, where)
try
    part = run ();
catch e
    own = strcmp (e.identifier, 'user:own');
    check (own == strcmp (kind, 'error') && (own || strncmp (e.identifier, 'geoms:', 6)), '%s: ''%s'' %s', ...
        where, e.identifier, e.message);
    if own
        check (~isempty (strfind (e.message, 'The user''s own error, call ')), '%s: %s', where, e.message);
        as_geomslast (where);
    end
    return
end
if strcmp (kind, 'error')
    check (isequal (part.t, sol.t) && isequaln (part.y, sol.y), '%s: no error, and other bits', where);
end
told (part, where);
end

% of what failed, multipliers at the end may be unknown
function told (part, where)
y = part.y;
if strcmp (part.info.status, 'failed')
    y([part.extdata.index.lambda, part.extdata.index.mu], end) = 0;
end
check (all (isfinite (y(:))), '%s: status ''%s'', NaN in the solution', where, part.info.status);
end

% errors before the run begins leave no solution
function as_geomslast (where)
part = geomslast ();
check (strcmp (part.info.status, 'failed') && strcmp (part.info.thrown.identifier, 'user:own'), ...
    '%s: status ''%s''', where, part.info.status);
told (part, where);
end

function options_throw ()
forms = all_forms ();
pairs = strength_pairs ();
pairs = pairs(ismember (pairs(:, 1), {'psf, radau5', 'psf, dopri5', 'uode, bdf', 'index2, mexax', ...
    'partition-svd, dopri5'}), :);
given = {
    'Events', {'Events', @(t,p,v) called(v(1) + 0.1)}
    'EventAction', {'Events', @(t,p,v) t - 0.02, 'EventAction', @(t,p,v,z,ie) deal(called(p), v)}
    'OutputFcn', {'OutputFcn', @(t,y,word) called(1) == 2}
    'Record', {'Record', @(t,p,v) called(v)}
    'Selector', {'Selector', @(t,p) called([-p(2), p(1)])}};
for i = 1:size (given, 1)
    for j = 1:size (pairs, 1)
        run = @() geoms (pendulum ('mechanical'), [0 0.05], forms{1, 3}, pairs{j, 2}{:}, 'MaxSteps', 8, ...
            'Display', 'off', given{i, 2}{:});
        at_each (run, 'error', 5 * i + 3 * j, [given{i, 1}, ', ', pairs{j, 1}]);
    end
end
end

% no run: the error alone, or nothing where they look beside the given state
function others ()
forms = all_forms ();
uses = {'geomsinit', @geomsinit; 'geomsterms', @geomsterms; 'geomsreduce', @geomsreduce; ...
    'geomscheck', @(sys, t, x0) geomscheck(sys, t, x0, 'States', 1)};
for i = 1:size (forms, 1)
    for j = 1:size (uses, 1)
        called ('none', 0);
        use = @() found (uses{j, 2}, forms(i, 2:3));
        try
            use ();
            called ('none', 0);
            use ();
        catch e
            check (strncmp (e.identifier, 'geoms:', 6), '%s, %s: %s', forms{i, 1}, uses{j, 1}, e.message);
            continue
        end
        for k = chosen (called ('calls'), i + j)
            called ('error', k);
            own_or_beside (use, [forms{i, 1}, ', ', uses{j, 1}]);
        end
    end
end
end

function own_or_beside (use, where)
try
    use ();
catch e
    check (any (strcmp (e.identifier, {'user:own', 'geoms:system:vectorized'})) ...
        && ~isempty (strfind (e.message, 'The user''s own error, call ')), '%s: ''%s'' %s', where, ...
        e.identifier, e.message);
end
end

function x = found (use, one)
x = use (one{1}, 0, one{2});
end
