function [passed, failed] = test_geomscompare ()
%TEST_GEOMSCOMPARE  Formulations, methods and tolerances side by side.

here = fileparts (mfilename ('fullpath'));
old = path ();
visible = get (0, 'defaultfigurevisible');
restorer = onCleanup (@() restore (old, visible));
addpath (fullfile (here, '..', '..', 'examples'), fullfile (here, '..', '..', 'examples', ...
    'slidercrank'));
set (0, 'defaultfigurevisible', 'off');
cases = {
    'effort, drift and errors are those of direct runs', @direct
    'the errors are those against the exact motion', @exact
    'the reference computed here, and its uncertainty', @own_reference
    'a reference without dense data, one that ends earlier', @given_references
    'times of comparison', @times
    'all formulations take part unless some are named', @all_formulations
    'all formulations with all methods', @products
    'contenders with options of their own', @contenders
    'fixed steps: the error falls with the order', @fixed_steps
    'every method with fixed steps is known as one', @known_fixed
    'impossible pairs are told, the others run', @impossible
    'a system that does not fit', @unfit
    'a system without acceleration level', @reduced
    'a run that fails: what there is, and why', @failing
    'a run that takes too long is ended', @too_long
    'energy', @energy
    'options for all runs', @all_options
    'AbsTol: number, values, struct', @tolerances
    'multipliers that are not unique do not count', @not_unique
    'actions, terminal events, backwards in time', @events
    'the table', @table_text
    'the figures', @figures
    'a picture in a file', @picture
    '15 contenders: no two curves look alike, all names are there and fit', @fifteen
    'contenders that fail are told beside the figures', @told
    'an error of a user function comes back unchanged', @user_errors
    'wrong names and values', @wrong_values
    'wrong contenders and options', @wrong_contenders
    'references that cover a part, or are no better, say so', @references_that_say_little
    'mexax: errors at requested times', @requested_times
    'wrong references', @wrong_references
    'what is shown again', @wrong_shows};
[passed, failed] = geoms_suite ('geomscompare', cases);

end

function restore (old, visible)
path (old);
set (0, 'defaultfigurevisible', visible);
end

function x0 = at_rest ()
x0 = struct ('p', [1; 0]);
end

function varargout = quiet (sys, tspan, x0, varargin)
[varargout{1:nargout}] = geomscompare (sys, tspan, x0, 'Display', 'off', 'Plot', 'off', ...
    varargin{:});
end

function list = pairs_of (formulations, method)
list = cellfun (@(f) {f, method}, formulations, 'UniformOutput', false);
end

% ---- numbers ----

function direct ()
[sys, x0] = slidercrank_system ();
sys = geomssys (sys, 'derive', 'off');
reference = geoms (sys, [0 0.1], x0, 'RelTol', 1e-10, 'AbsTol', 1e-10);
res = quiet (sys, [0 0.1], x0, 'Reference', reference, 'Tolerances', [1e-4 1e-6], 'Contenders', ...
    {{'psf', 'radau5'}, {'psi1', 'bdf'}, {'partition-svd', 'dopri5'}, {'uode', 'radau5'}}, 'Times', 41);
check (isequal (size (res), [8 1]) && isequal ([res.tolerance], repmat ([1e-4 1e-6], 1, 4)));
t = linspace (0, 0.1, 41);
at = geomsval (reference, t, sys);
places = [reference.extdata.index.p, reference.extdata.index.v];
relative = 1 + max (abs ([reference.y, at]), [], 2);
for one = res'
    opts = geomsset ('Formulation', one.formulation, 'Method', one.method, 'RelTol', ...
        one.tolerance, 'AbsTol', one.tolerance);
    sol = geoms (sys, [0 0.1], x0, opts);
    bare = geoms (sys, [0 0.1], x0, opts, 'Dense', 'off', 'Residuals', 'off');
    check (strcmp (one.status, 'ok') && isempty (one.message) && one.reached == 0.1);
    check (one.steps == bare.stats.naccpt && one.evaluations == bare.stats.nfevals);
    check (one.calls == bare.stats.callbacks && one.rejected == bare.stats.nfailed);
    check (one.seconds > 0 && one.secondsCallbacks > 0 && one.seconds > one.secondsCallbacks);
    check (isequal (one.t, sol.t) && isequal (one.violation, sol.residual.relative));
    check (isequal (one.drift, max (sol.residual.relative, [], 2)) && isnan (one.energy));
    d = abs (sol.y - geomsval (reference, sol.t)) ./ repmat (relative, 1, numel (sol.t));
    check_close (one.error, max (max (d(places, 2:end))), 1e-15);
    check_close (one.errorMultipliers, max (max (d([1 2], 2:end))), 1e-15);
    d = abs (geomsval (sol, t, sys) - at) ./ repmat (relative, 1, 41);
    check_close (one.errorTimes, max (max (d(places, 2:end))), 1e-15);
    check (all (isnan (one.uncertainty)));
end
check (max (max ([res(1:2).drift])) < 1e-12 && res(5).drift(1) > 1e-9);
end

function exact ()
sys = quick_model ('pendulum');
res = quiet (sys, [0 0.9], at_rest (), 'Contenders', {{'psf', 'radau5'}, {'psf', 'dopri5'}, ...
    {'partition-qr', 'dopri5'}, {'uode', 'bdf'}}, 'Tolerances', [1e-3 1e-5]);
relative = 1 + max (abs (pendulum_exact (linspace (0, 0.9, 1000))), [], 2);
for one = res'
    sol = geoms (sys, [0 0.9], at_rest (), 'Formulation', one.formulation, 'Method', one.method, ...
        'RelTol', one.tolerance, 'AbsTol', one.tolerance);
    d = max (abs (sol.y - pendulum_exact (sol.t)), [], 2) ./ relative;
    check_close (one.error, max (d(2:5)), one.uncertainty(1) + 1e-5 * one.error);
    check_close (one.errorMultipliers, d(1), one.uncertainty(3) + 1e-5 * d(1));
    check (one.uncertainty(1) < 0.5 * one.error, '%g: %g', one.tolerance, one.error);
    t = linspace (0, 0.9, 201);
    sol = geoms (sys, t, at_rest (), 'Formulation', one.formulation, 'Method', one.method, ...
        'RelTol', one.tolerance, 'AbsTol', one.tolerance);
    d = max (abs (sol.y - pendulum_exact (t)), [], 2) ./ relative;
    check_close (one.errorTimes, max (d(2:5)), 0.25 * one.errorTimes + one.uncertainty(2));
end
errors = reshape ([res.error], 2, []);
check (all (diff (log10 (errors)) < -1), '%s', mat2str (errors, 3));
end

% its errors are smaller than it says, but not by much
function own_reference ()
sys = quick_model ('pendulum');
for tolerance = [1e-3 1e-7 1e-10]
    [res, reference] = quiet (sys, [0 1], at_rest (), 'Formulations', 'psf', 'Tolerances', ...
        tolerance);
    opts = reference.extdata.options;
    check_close (opts.RelTol(1) / max (1e-13, 1e-5 * tolerance), 1, 1e-12);
    check (strcmp (opts.Formulation, 'psf') && isequal (reference.info.status, 'ok'));
    t = linspace (0, 1, 201);
    x = pendulum_exact (t);
    d = max (abs (geomsval (reference, t, sys) - x), [], 2) ./ (1 + max (abs (x), [], 2));
    found = [max(d(2:5)); max(d(2:5)); d(1)];
    check (all (found < res.uncertainty) && all (found > res.uncertainty / 50), '%s: %s', ...
        mat2str (found, 3), mat2str (res.uncertainty, 3));
    again = quiet (sys, [0 1], at_rest (), 'Formulations', 'psf', 'Tolerances', tolerance, ...
        'Reference', reference);
    check_close (again.error / res.error, 1, 1e-9);
end
end

function given_references ()
sys = quick_model ('pendulum');
run = @(tspan, varargin) geoms (sys, tspan, at_rest (), 'RelTol', 1e-10, 'AbsTol', 1e-10, ...
    varargin{:});
compared = @(reference) quiet (sys, [0 1], at_rest (), 'Formulations', 'psf', 'Tolerances', ...
    1e-4, 'Reference', reference);
sol = geoms (sys, [0 1], at_rest (), 'RelTol', 1e-4, 'AbsTol', 1e-4);
% known at the end only
res = compared (run ([0 1], 'Dense', 'off'));
x = pendulum_exact ([0, 1]);
check_close (res.error, max (abs (sol.y(2:5, end) - x(2:5, 2)) ./ (1 + largest (2:5, 1))), 1e-7);
% at some times
t = [0 0.4 0.7 1];
res = compared (run (t, 'Dense', 'off'));
x = pendulum_exact (t);
d = abs (geomsval (sol, t, sys) - x) ./ repmat (1 + max (abs (x), [], 2), 1, 4);
check_close (res.errorTimes, max (max (d(2:5, :))), 1e-7);
% half of the way
res = compared (run ([0 0.5]));
early = sol.t < 0.5;
d = abs (sol.y(:, early) - pendulum_exact (sol.t(early)));
check_close (res.error, max (max (d(2:5, :) ./ (1 + repmat (largest (2:5, 0.5), 1, ...
    sum (early))))), 1e-6);
check (res.reached == 1);
end

function m = largest (places, tend)
x = pendulum_exact (linspace (0, tend, 2001));
m = max (abs (x(places, :)), [], 2);
end

function times ()
sys = quick_model ('pendulum');
list = {'Formulations', 'psf', 'Tolerances', 1e-4};
[a, reference] = quiet (sys, [0 1], at_rest (), list{:}, 'Times', 3);
b = quiet (sys, [0 0.5 1], at_rest (), list{:});
check (a.errorTimes == b.errorTimes && a.error == b.error);
sol = geoms (sys, [0 1], at_rest (), 'RelTol', 1e-4, 'AbsTol', 1e-4);
t = [0.5 1];
d = abs (geomsval (sol, t, sys) - geomsval (reference, t, sys));
check_close (a.errorTimes, max (max (d(2:5, :) ./ (1 + repmat (largest (2:5, 1), 1, 2)))), ...
    1e-4 * a.errorTimes);
end

% ---- who takes part ----

function list = words (option)
list = evalc ('geomsset ()');
list = regexp (list, ['^', option, ' \[\w*\] \(([^)]*)\)'], 'tokens', 'once', 'lineanchors');
list = regexp (list{1}, ' \| ', 'split');
end

function all_formulations ()
res = quiet (quick_model ('pendulum'), [0 0.1], at_rest (), 'Tolerances', 1e-3);
check (isequal ({res.formulation}, words ('Formulation')) && numel (res) > 7);
for one = res'
    check (strcmp (one.status, 'ok') || strcmp (one.status, 'impossible'), '%s: %s', ...
        one.formulation, one.message);
    check (strcmp (one.status, 'ok') == ~strcmp (one.method, 'auto'));
    check (~strcmp (one.status, 'ok') || one.error < 0.1, '%s: %g', one.formulation, one.error);
end
check (strcmp (res(1).method, 'radau5') && strcmp (res(1).formulation, 'psf'));
end

function products ()
res = quiet (quick_model ('pendulum'), [0 0.1], at_rest (), 'formulations', {'PSF', 'uode'}, ...
    'methods', {'radau5', 'Dopri5', 'bdf'}, 'tolerances', [1e-3; 1e-4]);
names = strcat ({res.formulation}, {' '}, {res.method});
check (isequal (names(1:2:end), {'psf radau5', 'psf dopri5', 'psf bdf', 'uode radau5', ...
    'uode dopri5', 'uode bdf'}) && isequal ([res.tolerance], repmat ([1e-3 1e-4], 1, 6)));
end

function contenders ()
sys = quick_model ('pendulum');
res = quiet (sys, [0 1], at_rest (), 'Tolerances', 1e-5, 'Contenders', {{'uode', 'auto'}, ...
    {'uode', 'auto', 'Project', 'on', 'MaxStep', 0.05}, {'psf', 'bdf', 'MaxOrder', 2}});
check (isequal ({res.method}, {'dopri5', 'dopri5', 'bdf'}));
check (isequal ({res.options}, {'', 'Project on, MaxStep 0.05', 'MaxOrder 2'}));
check (res(1).drift(1) > 1e-9 && res(2).drift(1) < 1e-12 && res(2).steps >= 20);
alone = geoms (sys, [0 1], at_rest (), 'RelTol', 1e-5, 'AbsTol', 1e-5, 'Method', 'bdf', ...
    'MaxOrder', 2);
check (res(3).steps == alone.stats.naccpt);
end

function fixed_steps ()
res = quiet (quick_model ('pendulum'), [0 1], at_rest (), 'Steps', [0.02 0.01 0.005], ...
    'Tolerances', ...
    [1e-3 1e-7], 'Contenders', {{'psf', 'trapezoidal'}, {'psf', 'bdf-fixed', 'Order', 3}, ...
    {'psf', 'radau5'}});
check (numel (res) == 8 && isequal ([res(1:6).step], [0.02 0.01 0.005 0.02 0.01 0.005]));
check (all ([res(1:6).tolerance] == 1e-7) && all (isnan ([res(7:8).step])));
check (isequal ([res(1:3).steps], [50 100 200]));
falls = [res(1:2).error] ./ [res(2:3).error];
check (all (abs (falls - 4) < 0.4), 'trapezoidal: %s', mat2str (falls, 3));
falls = [res(4:5).error] ./ [res(5:6).error];
check (all (abs (falls - 8) < 2), 'bdf-fixed: %s', mat2str (falls, 3));
end

function known_fixed ()
sys = quick_model ('pendulum');
reference = geoms (sys, [0 0.01], at_rest (), 'RelTol', 1e-8, 'AbsTol', 1e-8);
methods = words ('Method');
for i = 1:numel (methods)
    for formulation = {'psf', 'index2'}
        res = quiet (sys, [0 0.01], at_rest (), 'Contenders', {{formulation{1}, methods{i}}, ...
            {'psf', 'radau5'}}, 'Tolerances', 0.1, 'Reference', reference);
        res = res(1);
        check (isempty (strfind (res.message, 'option Step')), '%s, %s: %s', formulation{1}, ...
            methods{i}, res.message);
        known = ~strcmp (res.status, 'impossible') || ~isempty (strfind (res.message, 'Steps'));
        if known
            break
        end
    end
    check (known, '%s: %s', methods{i}, res.message);
end
end

function impossible ()
res = quiet (quick_model ('pendulum'), [0 0.1], at_rest (), 'Tolerances', [1e-3 1e-5], ...
    'Contenders', ...
    {{'psi1', 'dopri5'}, {'psf', 'trapezoidal'}, {'psf', 'radau5'}});
check (isequal ({res.status}, {'impossible', 'impossible', 'ok', 'ok'}));
check (~isempty (strfind (res(1).message, 'possible are ''radau5''')), '%s', res(1).message);
check (~isempty (strfind (res(2).message, 'Steps')), '%s', res(2).message);
check (isnan (res(1).error) && isnan (res(1).steps) && isnan (res(1).reached));
check (isempty (res(1).t));
end

function unfit ()
[sys, x0] = quick_model ('skate');
res = quiet (sys, [0 0.05], x0, 'Formulations', {'psf', 'psi1', 'uode', 'partition-svd'}, ...
    'Tolerances', 1e-4);
check (isequal ({res.status}, {'ok', 'ok', 'impossible', 'impossible'}));
check (~isempty (strfind (res(3).message, 'auxiliary variables w')), '%s', res(3).message);
check (res(1).error < 1e-3 && res(1).errorMultipliers < 1e-2 && max (res(1).drift) < 1e-12);
end

function reduced ()
[res, reference] = quiet (pendulum ('reduced'), [0 1], at_rest (), 'Formulations', {'psf', ...
    'psi1'}, 'Tolerances', 1e-5);
check (isequal ({res.status}, {'impossible', 'ok'}));
check (strcmp (reference.extdata.options.Formulation, 'psi1'));
check (res(2).error < 1e-3 && isnan (res(2).drift(3)) && max (res(2).drift(1:2)) < 1e-12);
end

% ---- what ends early ----

function failing ()
sys = quick_model ('pendulum');
reference = geoms (sys, [0 2], at_rest (), 'RelTol', 1e-10, 'AbsTol', 1e-10);
res = quiet (sys, [0 2], at_rest (), 'Formulations', {'psf', 'uode'}, 'Tolerances', [1e-3 1e-7], ...
    'Reference', reference, 'Options', geomsset ('MaxSteps', 60));
check (isequal ({res.status}, {'ok', 'failed', 'ok', 'failed'}), '%s ', res.status);
check (res(2).reached < 2 && res(2).steps + res(2).rejected == 60);
check (~isempty (strfind (res(2).message, 'MaxSteps')));
check (res(2).error > 0 && res(2).error < 1e-4 && res(2).errorTimes > 0 && res(2).drift(1) < 1e-12);
check (res(2).seconds > 0 && res(2).t(end) == res(2).reached);
check (numel (res(2).t) == 1 + res(2).steps);
% the reference, too: it counts as far as it comes
text = check_warning ('geoms:steps:many', @() quiet (sys, [0 2], at_rest (), 'Formulations', ...
    'psf', 'Tolerances', 1e-3, 'Options', geomsset ('MaxSteps', 60)));
check (strcmp (text.status, 'ok') && text.error > 0 && text.error < 1);
end

function too_long ()
slow = geomssys ('mass', 1, 'force', @(t,p,v) slowly (t, -p), 'derive', 'off');
reference = geoms (geomssys ('mass', 1, 'force', @(t,p,v) -p), [0 50], struct ('p', 1));
res = quiet (slow, [0 50], struct ('p', 1), 'Formulations', 'psf', 'Tolerances', 1e-6, ...
    'Reference', reference, 'Options', geomsset ('MaxWallTime', 0.3));
check (strcmp (res.status, 'time is up') && res.reached > 0 && res.reached < 50);
check (res.error >= 0 && ~isempty (strfind (res.message, 'MaxWallTime')));
end

function y = slowly (t, y)
if t > 0
    pause (0.002);
end
end

% ---- energy, options, tolerances ----

function energy ()
g = 13.750371636040745655;
E = @(t, p, v) (v'*v) / 2 + g * p(2);
for form = {'mechanical', 'vectorized'}
    sys = pendulum (form{1});
    res = quiet (sys, [0 0.4], at_rest (), 'Formulations', {'psf', 'uode'}, 'Tolerances', 1e-5, ...
        'Energy', E);
    for one = res'
        sol = geoms (sys, [0 0.4], at_rest (), 'Formulation', one.formulation, 'RelTol', 1e-5, ...
            'AbsTol', 1e-5);
        change = sum (sol.v.^2, 1) / 2 + g * sol.p(2, :);
        check_close (one.energy, max (abs (change)), 1e-14);
    end
end
res = quiet (pendulum ('residual'), [0 0.4], [0; 0; 0; 1; 0], 'Formulations', 'psf', 'Tolerances', ...
    1e-5, 'Energy', @(t, x) (x(2:3)' * x(2:3)) / 2 + g * x(5));
check (res.energy > 1e-10 && res.energy < 1e-3);
sys = geomssys ('mass', 1, 'force', @(t,p,v,z,q) -q * p, 'parameters', 4);
res = quiet (sys, [0 1], struct ('p', 1), 'Formulations', 'psf', 'Tolerances', 1e-5, 'Energy', ...
    @(t,p,v,q) v^2 / 2 + q * p^2 / 2);
check (res.energy < 1e-3);
check_error ('geoms:compare:energy', @() quiet (sys, [0 1], struct ('p', 1), 'Energy', ...
    @(t,p,v) [p v]));
check_error ('geoms:system:arity', @() quiet (sys, [0 1], struct ('p', 1), 'Energy', @(p) p), ...
    'Energy');
check_error ('geoms:system:type', @() quiet (sys, [0 1], struct ('p', 1), 'Energy', 3));
end

function all_options ()
[sys, x0] = quick_model ('slidercrank');
res = quiet (sys, [0 0.1], x0, 'Formulations', {'psf', 'partition-fixed', 'uode'}, 'Tolerances', ...
    1e-4, 'Options', geomsset ('Independent', 2, 'MaxStep', 0.002));
check (all (strcmp ({res.status}, 'ok')) && all ([res.steps] >= 50));
res = quiet (sys, [0 0.1], x0, 'Formulations', {'psf', 'partition-fixed'}, 'Tolerances', 1e-4, ...
    'Options', struct ('Independent', 7));
check (strcmp (res(2).status, 'impossible') && ~isempty (strfind (res(2).message, 'velocity 7')));
end

function tolerances ()
sys = quick_model ('pendulum');
list = {'Formulations', 'psf', 'Tolerances', 1e-4};
one = quiet (sys, [0 1], at_rest (), list{:}, 'AbsTol', 10);
alone = geoms (sys, [0 1], at_rest (), 'RelTol', 1e-4, 'AbsTol', 1e-3);
check (one.steps == alone.stats.naccpt);
sol = geoms (sys, [0 1], at_rest (), 'RelTol', 1e-4, 'AbsTol', struct ('p', 1e-4 * 0.01, 'v', ...
    1e-4, 'lambda', 1e-4));
for value = {[1; 1; 1; 0.01; 0.01], [1 1 1 0.01 0.01], struct('p', 0.01)}
    two = quiet (sys, [0 1], at_rest (), list{:}, 'AbsTol', value{1});
    check (two.steps == sol.stats.naccpt && isequal (two.t, sol.t));
    d = max (abs (sol.p(:, 2:end) - indexed (pendulum_exact (sol.t(2:end)), 4:5)), [], 2);
    check (two.error >= 0.99 * max (d ./ (0.01 + largest (4:5, 1))));
end
check_error ('geoms:options:size', @() quiet (sys, [0 1], at_rest (), 'AbsTol', [1 1]));
check_error ('geoms:options:name', @() quiet (sys, [0 1], at_rest (), 'AbsTol', struct ('q', 1)));
end

function y = indexed (x, places)
y = x(places, :);
end

% twice the same constraint: of the sum of the multipliers it may keep any part
function not_unique ()
twice = geomssys ('mass', eye (2), 'force', @(t,p,v) [0; -13.750371636040745655], ...
    'constraint', @(t,p) [1; 1] * (p'*p - 1), 'constraintJacobian', @(t,p) [2; 2] * p', ...
    'constraintAcceleration', @(t,p,v) [2; 2] * (v'*v));
res = quiet (twice, [0 0.5], at_rest (), 'Formulations', {'psf', 'uode'}, 'Tolerances', 1e-4, ...
    'Options', geomsset ('ConstraintDecomposition', 'svd'));
check (strcmp (res(1).status, 'ok') && res(1).error < 1e-2 && isnan (res(1).errorMultipliers));
end

function events ()
falling = geomssys ('mass', 1, 'force', @(t,p,v) -1);
opts = geomsset ('Events', @(t,p,v) deal (p, false, -1), 'EventAction', @(t,p,v,z,ie) deal (p, -v));
res = quiet (falling, [0 4], struct ('p', 0.5), 'Contenders', {{'psf', 'radau5'}, {'uode', ...
    'dopri5'}}, ...
    'Tolerances', 1e-6, 'Options', opts, 'Energy', @(t,p,v) p + v^2 / 2);
for one = res'
    check (strcmp (one.status, 'ok') && one.error < 1e-10 && one.energy < 1e-10, '%g, %g', ...
        one.error, one.energy);
end
opts = geomsset ('Events', @(t,p,v) deal (p, true, -1));
res = quiet (falling, [0 4], struct ('p', 0.5), 'Formulations', 'psf', 'Tolerances', 1e-6, ...
    'Options', opts);
check (strcmp (res.status, 'event') && abs (res.reached - 1) < 1e-10 && res.error < 1e-10);
res = quiet (quick_model ('pendulum'), [1 0], struct ('p', [-1; 0]), 'Formulations', {'psf', ...
    'uode'}, 'Tolerances', 1e-5);
check (all ([res.reached] == 0) && all ([res.error] < 1e-2) && all ([res.errorTimes] > 0));
end

% ---- what is shown ----

function [res, text] = some_table ()
sys = quick_model ('pendulum'); %#ok<NASGU>
res = [];
text = evalc (['res = geomscompare (sys, [0 1], at_rest (), ''Plot'', ''off'', ''Tolerances'', ', ...
    '[1e-3 1e-6], ''Steps'', 0.01, ''Contenders'', {{''psf'', ''auto''}, {''uode'', ''auto'', ', ...
    '''Project'', ''on''}, {''psi1'', ''dopri5''}, {''psf'', ''trapezoidal''}, {''psf'', ''bdf'', ', ...
    '''MaxSteps'', 20}});']);
end

function table_text ()
[res, text] = some_table ();
for i = reshape (find (strcmp ({res.status}, 'ok')), 1, [])
    one = res(i);
    expected = sprintf ('%d +%d +%d +%.3g +%.1e +%.1e', one.steps, one.evaluations, one.calls, ...
        one.seconds, one.error, one.errorTimes);
    check (~isempty (regexp (text, strrep (expected, '.', '\.'), 'once')), '%s\n%s', expected, ...
        text);
end
lines = {'Reference: psf, radau5, RelTol 1e-11', 'say\s+little', ' psf +radau5 +0\.001 ', ...
    ' uode, Project on +dopri5 +1e-06 ', ' psi1 +dopri5 +impossible: Method ''dopri5''', ...
    ' psf +trapezoidal +h 0\.01 +100 ', sprintf(' psf, MaxSteps 20 +bdf +1e-06 +%d ', ...
    res(end).steps), 'failed at t = 0\.\d+\. .*MaxSteps'};
for line = lines
    check (~isempty (regexp (text, line{1}, 'once')), '%s is not in\n%s', line{1}, text);
end
check (isempty (strfind (text, 'NaN')) && all (cellfun (@numel, regexp (text, '\n', ...
    'split')) < 150));
again = evalc ('geomscompare (res, ''table'')');
check (numel (strfind (text, strtrim (again))) == 1, '%s', again);
text = evalc ('quiet (quick_model (''pendulum''), [0 0.1], at_rest (), ''Formulations'', ''psf'');');
check (isempty (text), '%s', text);
end

function count = panels (fig)
count = numel (findall (fig, 'type', 'axes'));
end

function figures ()
before = get (0, 'children');
sys = quick_model ('pendulum'); %#ok<NASGU>
res = [];
evalc (['res = geomscompare (sys, [0 0.1], at_rest (), ''Display'', ''off'', ''Tolerances'', ', ...
    '[1e-3 1e-5], ''Methods'', {''radau5'', ''dopri5'', ''bdf''}, ''Formulations'', {''psf'', ', ...
    '''psi1'', ''partition-qr''});']);
figs = setdiff (get (0, 'children'), before);
closer = onCleanup (@() close (figs));
check (isequal (sort (arrayfun (@panels, figs(:)')), [3 4]));
names = get (findall (figs(1), 'type', 'text'), 'string');
check (any (strcmp (names, 'psf, radau5')) && any (strcmp (names, 'partition-qr, bdf')));
check (~any (strcmp (names, 'psi1, dopri5')));
% into the figure that is there, however little there is to see
fig = figure ();
closer2 = onCleanup (@() close (fig));
for some = {res, res(1), res(strcmp ({res.status}, 'impossible'))}
    geomscompare (some{1}, 'precision');
    check (panels (fig) == 3);
    geomscompare (some{1}, 'DRIFT');
    check (panels (fig) == 4);
end
geomscompare (res, 'precision');
curves = findall (fig, 'type', 'line');
x = get (curves, 'xdata');
y = get (curves, 'ydata');
good = res(strcmp ({res.formulation}, 'psf') & strcmp ({res.method}, 'bdf'));
found = cellfun (@(a, b) isequal (a, [good.seconds]) && isequal (b, [good.error]), x, y);
check (sum (found) == 1);
found = cellfun (@(a, b) isequal (a, [good.evaluations]) && isequal (b, [good.error]), x, y);
check (sum (found) == 1);
end

function picture ()
res = quiet (quick_model ('pendulum'), [0 0.3], at_rest (), 'Formulations', {'psf', 'uode'}, ...
    'Tolerances', [1e-3 1e-5]);
file = [tempname(), '.png'];
cleaner = onCleanup (@() delete (file));
stem = tempname ();
geomscompare (res, 'precision', 'File', [stem, '.png'], 'Size', [500 300]);
found = imfinfo ([stem, '.png']);
delete ([stem, '.png']);
check (found.Width == 500 && found.Height == 300);
geomscompare (res, 'drift', 'File', [stem, '.svg']);
text = fileread ([stem, '.svg']);
delete ([stem, '.svg']);
check (~isempty (strfind (text, '<svg')));
for what = {'precision', 'drift'}
    write_picture (file, [800 400], @() geomscompare (res, what{1}));
    found = imfinfo (file);
    check (found.Width == 800 && found.Height == 400 && found.FileSize > 5000);
end
end

% runs as geomscompare returns them, of one that is computed
function res = made (count)
one = quiet (quick_model ('pendulum'), [0 0.3], at_rest (), 'Formulations', 'psf', 'Tolerances', [1e-3 1e-5]);
res = one([]);
for i = 1:count
    more = one;
    for j = 1:numel (more)
        more(j).formulation = sprintf ('a_formulation^%d', i);
        more(j).seconds = more(j).seconds * 1.5 ^ i;
    end
    res = [res; more]; %#ok<AGROW>
end
end

function fifteen ()
res = made (15);
fig = figure ();
closer = onCleanup (@() close (fig));
for what = {'precision', 'drift'}
    geomscompare (res, what{1});
    ax = findobj (fig, 'type', 'axes', 'tag', '');
    lines = findobj (ax(1), 'type', 'line', 'tag', 'curve');
    check (numel (lines) == 15);
    if strcmp (what{1}, 'drift')
        lines = findall (ax(1), 'type', 'line', 'tag', 'marks');
    end
    marks = get (lines, {'marker'});
    looks = cellfun (@(c, m) [mat2str(c, 3), m], get (lines, {'color'}), marks, 'UniformOutput', false);
    check (numel (unique (looks)) == 15 && ~any (strcmp (marks, 'none')));
    texts = findobj (fig, 'type', 'text', 'tag', 'name');
    check (all (strcmp (get (texts, {'interpreter'}), 'none')));
    shown = get (texts, {'string'});
    check (numel (shown) == 15 && all (strncmp (shown, 'a_formulation^', 14)));
    paper = findobj (fig, 'tag', 'page');
    page = [get(paper, 'xlim'), get(paper, 'ylim')];
    box = cell2mat (get (ax, {'position'}));
    place = cell2mat (get (texts, {'position'}));
    extent = cell2mat (get (texts, {'extent'}));
    check (all (place(:, 1) > max (box(:, 1) + box(:, 3)) * page(2)));
    check (all (place(:, 1) + extent(:, 3) <= page(2)) && all (diff (sort (place(:, 2))) > 9));
    check (all (place(:, 2) > 4) && all (place(:, 2) < page(4)));
    for i = 1:numel (ax)
        ticks = get (ax(i), 'ytick');
        check (numel (ticks) <= 9 && all (abs (log10 (ticks) - round (log10 (ticks))) < 1e-9));
    end
end
end

function told ()
res = made (3);
res(2).status = 'failed';
res(3).status = 'impossible';
res(4).status = 'impossible';
res(5).status = 'time is up';
res(6).status = 'time is up';
res(5).reached = 0.1;
fig = figure ('paperunits', 'inches', 'paperposition', [0, 0, 14, 8]);
closer = onCleanup (@() close (fig));
geomscompare (res, 'precision');
texts = get (findobj (fig, 'type', 'text', 'tag', 'name'), {'string'});
check (any (~cellfun ('isempty', regexp (texts, '^a_formulation\^1.*1 of 2 failed'))), '%s', texts{:});
check (any (~cellfun ('isempty', regexp (texts, '^a_form.*impossible$'))));
check (any (~cellfun ('isempty', regexp (texts, '^a_form.*at t = 0.1$'))));
for i = [3 4]
    res(i).t = zeros (1, 0);
    res(i).violation = zeros (3, 0);
end
geomscompare (res, 'drift');
texts = get (findobj (fig, 'type', 'text', 'tag', 'name'), {'string'});
check (any (~cellfun ('isempty', regexp (texts, 'time is up at 0.1'))), '%s', texts{:});
check (any (~cellfun ('isempty', regexp (texts, '^a_form.*impossible$'))));
end

% ---- errors ----

function user_errors ()
sys = pendulum ('mechanical');
sys.functions.force = @(t,p,v) late_force (t);
message = check_error ('user:late', @() quiet (sys, [0 2], at_rest (), 'Formulations', 'psf'));
check (strcmp (message, 'It is late.'));
% in a contender only
reference = geoms (pendulum ('mechanical'), [0 2], at_rest ());
check_error ('user:late', @() quiet (sys, [0 2], at_rest (), 'Formulations', 'uode', ...
    'Reference', reference));
check_error ('user:energy', @() quiet (pendulum ('mechanical'), [0 1], at_rest (), 'Energy', ...
    @(t,p,v) error ('user:energy', 'No energy.')));
check_error ('geoms:x0:missing', @() quiet (sys, [0 1], struct ('v', [0; 0])));
check_error ('geoms:check:jacobian', @() quiet (setfield_of (sys, @(t,p) p'), [0 1], at_rest ()));
end

function sys = setfield_of (sys, fcn)
sys.functions.constraintJacobian = fcn;
end

function f = late_force (t)
f = [0; -10];
if t > 1
    error ('user:late', 'It is late.');
end
end

function wrong_values ()
sys = quick_model ('pendulum');
refused = @(identifier, text, varargin) check_error (identifier, @() quiet (sys, [0 1], ...
    at_rest (), varargin{:}), text);
refused ('geoms:options:name', 'Did you mean ''Tolerances''', 'Tolerance', 1e-3);
refused ('geoms:options:name', 'must be a word', 3, 1e-3);
refused ('geoms:options:pairs', 'pairs', 'Tolerances');
refused ('geoms:options:value', 'Did you mean ''psf''', 'Formulations', 'psff');
refused ('geoms:options:value', 'Did you mean ''radau5''', 'Methods', {'radau55'});
refused ('geoms:options:value', 'a cell of them', 'Methods', 5);
refused ('geoms:options:value', 'a cell of them', 'Formulations', {});
for value = {0, [1e-3 1], -1, NaN, 1i, 'a', {1e-3}, [1e-3 1e-4; 1e-5 1e-6], 1e-16}
    refused ('geoms:options:value', 'Tolerances must', 'Tolerances', value{1});
end
for value = {0, Inf, 'a', [0.1 NaN]}
    refused ('geoms:options:value', 'Steps must', 'Steps', value{1});
end
for value = {0, 'a', struct('p', 'a'), struct('p', {1, 2}), {1}, -1}
    refused ('geoms:options:value', 'AbsTol', 'AbsTol', value{1});
end
for value = {1, 1.5, 'many', [3 4], 1e9}
    refused ('geoms:options:value', 'Times must', 'Times', value{1});
end
check_error ('geoms:options:value', @() quiet (sys, [0 1 2], at_rest (), 'Times', 7), 'time span');
for name = {'Display', 'Plot'}
    check_error ('geoms:options:value', @() geomscompare (sys, [0 1], at_rest (), name{1}, ...
        'yes'), 'must be ''on'' or ''off''');
end
check_error ('geoms:arguments:number', @() geomscompare (sys, [0 1]));
check_error ('geoms:system:sys', @() quiet (1, [0 1], at_rest ()));
check_error ('geoms:tspan:type', @() quiet (sys, 1, at_rest ()));
end

function wrong_contenders ()
sys = quick_model ('pendulum');
refused = @(identifier, varargin) check_error (identifier, @() quiet (sys, [0 1], at_rest (), ...
    varargin{:}));
for value = {'psf', {'psf', 'radau5'}, {{'psf'}}, {{'psf', 'radau5', 'Project'}}, {{1, 2}}, ...
        {{'psf', 'radau5', 3, 4}}, {}}
    refused ('geoms:compare:contenders', 'Contenders', value{1});
end
refused ('geoms:options:value', 'Contenders', {{'psf', 'radau4'}});
refused ('geoms:options:name', 'Contenders', {{'psf', 'radau5', 'Projekt', 'on'}});
refused ('geoms:compare:options', 'Contenders', {{'psf', 'radau5', 'RelTol', 1e-3}});
refused ('geoms:compare:contenders', 'Contenders', pairs_of ({'psf'}, 'auto'), 'Methods', 'auto');
refused ('geoms:compare:options', 'Options', geomsset ('Step', 0.1));
refused ('geoms:compare:options', 'Options', geomsset ('Formulation', 'psf'));
refused ('geoms:compare:options', 'Options', geomsset ('Progress', 'on'));
refused ('geoms:options:type', 'Options', 'MaxStep');
refused ('geoms:options:name', 'Options', struct ('MaxStpe', 1));
end

function wrong_references ()
sys = pendulum ('vectorized');
refused = @(reference, text) check_error ('geoms:compare:reference', @() quiet (sys, [0 1], ...
    at_rest (), 'Reference', reference), text);
refused (3, 'solution');
refused (geoms (geomssys ('mass', 1, 'force', @(t,p,v) -p), [0 1], struct ('p', 1)), ...
    'another system');
refused (geoms (sys, [3 4], at_rest ()), 'nothing in common');
refused (geoms (sys, [0 1], struct ('p', [0; -1], 'v', [1; 0])), 'begins elsewhere at t = 0: p(');
end

function references_that_say_little ()
sys = quick_model ('pendulum');
half = geoms (sys, [0 0.5], at_rest (), 'RelTol', 1e-9, 'AbsTol', 1e-9);
run = @(varargin) geomscompare (sys, [0 1], at_rest (), 'Contenders', {{'psf', 'radau5'}}, ...
    'Plot', 'off', varargin{:}); %#ok<NASGU>
text = evalc ('run (''Reference'', half, ''Tolerances'', 1e-4);');
check (~isempty (strfind (text, 'It covers t = 0 ... 0.5')), '%s', text);
check (isempty (strfind (text, 'say nothing')), '%s', text);
text = evalc ('run (''Reference'', half, ''Tolerances'', 1e-9);');
check (~isempty (strfind (text, 'say nothing')), '%s', text);
end

% mexax ends steps at requested times: its errors there are those of such a run
function requested_times ()
sys = quick_model ('pendulum');
t = linspace (0, 2, 21);
reference = geoms (sys, [0 2], at_rest (), 'RelTol', 1e-12, 'AbsTol', 1e-12);
for tolerance = [1e-4 1e-7]
    res = quiet (sys, [0 2], at_rest (), 'Contenders', {{'index2', 'mexax'}}, 'Tolerances', tolerance, ...
        'Reference', reference, 'Times', 21);
    sol = geoms (sys, t, at_rest (), 'Formulation', 'index2', 'Method', 'mexax', 'RelTol', tolerance, ...
        'AbsTol', tolerance);
    x = geomsval (reference, t);
    off = abs (sol.y - x) ./ (1 + max (abs ([x, reference.y]), [], 2) * ones (1, 21));
    found = max (max (off(2:end, :)));
    check_close (res.errorTimes, found, 0.01 * found);
end
end

function wrong_shows ()
res = quiet (quick_model ('pendulum'), [0 0.1], at_rest (), 'Formulations', 'psf', 'Tolerances', ...
    1e-3);
check_error ('geoms:compare:show', @() geomscompare (res, 'drifts'), 'not ''drifts''');
check_error ('geoms:compare:show', @() geomscompare (res, 3));
check_error ('geoms:compare:show', @() geomscompare (res, 'table', 'File', 'x.png'));
check_error ('geoms:compare:show', @() geomscompare (res, 'drift', 'Size', [300 300]));
check_error ('geoms:plot:file', @() geomscompare (res, 'drift', 'File', 'x.jpg'), 'x.jpg');
check_error ('geoms:plot:value', @() geomscompare (res, 'drift', 'File', 'x.png', 'Size', 3));
check_error ('geoms:tree:option', @() geomscompare (res, 'drift', 'Fil', 'x.png'), '''File''');
check_error ('geoms:compare:runs', @() geomscompare (res([]), 'table'));
check_error ('geoms:compare:runs', @() geomscompare (setfield (res, 'error', 'a'), 'table'), ...
    'error');
check_error ('geoms:compare:runs', @() geomscompare (rmfield (res, 'drift'), 'drift'), 'drift');
end

%!test
%! [~, failed] = test_geomscompare ();
%! assert (failed, 0);
