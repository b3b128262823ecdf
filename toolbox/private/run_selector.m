function s = run_selector (sys, opts, t, x)
%RUN_SELECTOR  The option Selector, ready for the gateway.
%   s.word       'tangent', 'rows', 'given' or []
%   s.given      rows of the user, see selector_rows.c of the gateway; []: none
%   s.evaluate   y = evaluate (t, x, rows): [Sp(:); Sv(:)] of a function, rows as many as are needed; or []
%   A function is called once at t, x, to know what it gives.

value = opts.Selector;
s = run_no_selector (opts);
if isempty (value) || ischar (value)
    return
end
s.word = 'given';
both = ~strcmp (geomsget (opts, 'Formulation'), 'psi1');
if ~isa (value, 'function_handle')
    found = run_selector_parts (value, sys.dims, both, 'Selector');
    check_finite (found);
    s.given = struct ('called', 0, 'p', 0, 'v', 0, 'Sp', found.p, 'Sv', found.v);
    return
end
[fcn, extra] = call_function ('Selector', value, 't,p', sys.has_parameters);
x(isnan (x)) = 0;    % multipliers that are still unknown
first = at_state (t, x, sys, fcn, extra, both);
check_finite (first);
s.given = struct ('called', 1, 'p', ~isempty (first.p), 'v', ~isempty (first.v), 'Sp', [], 'Sv', []);
s.evaluate = @(t, x, rows) values (t, x, rows, sys, fcn, extra, both);

end

function found = at_state (t, x, sys, fcn, extra, both)
list = {t, x(sys.index.p)};
if extra(1)
    list{3} = call_z (sys.index, x);
end
if extra(2)
    list{end + 1} = sys.parameters;
end
try
    value = fcn (list{:});
catch e
    call_no_value (e, mfilename (), 'geoms:selector:type', 'Selector');
end
found = run_selector_parts (value, sys.dims, both, sprintf ('Selector, at t = %.10g,', t));
end

function y = values (t, x, rows, sys, fcn, extra, both)
found = at_state (t, x, sys, fcn, extra, both);
given = {found.p, found.v};
names = {'p', 'v'};
for i = 1:2
    if size (given{i}, 1) ~= rows(i)
        error ('geoms:selector:size', ['Selector returns %d rows for %s at t = %.10g; the constraints ', ...
            'leave %d motions of %s free.'], size (given{i}, 1), names{i}, t, rows(i), names{i});
    end
end
y = [found.p(:); found.v(:)];
end

function check_finite (found)
for name = fieldnames (found)'
    S = found.(name{1});
    bad = find (~isfinite (S), 1);
    if ~isempty (bad)
        error ('geoms:selector:finite', 'Selector has an entry for %s that is %g: number %d of %s.', ...
            name{1}, S(bad), bad, check_described (S));
    end
end
end
