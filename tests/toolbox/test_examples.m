function [passed, failed] = test_examples ()
%TEST_EXAMPLES  What the examples promise in their help texts.

here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', '..', 'examples', 'pendulum'));
text = evalc ('result = tables ();'); %#ok<NASGU>
cases = {
    'pendulum tables: steps as published, up to 6 %', @() published (result)
    'pendulum tables: the identities between the counters', @() identities (result)
    'pendulum tables: the defaults need less', @() defaults (result)
    'pendulum tables: the defaults are accurate', @() accurate (result)
    'pendulum: the two forms agree', @forms
    'pendulum longrun: no drift, and the exact solution', @no_drift
    'pendulum demo: residuals, and a picture', @demo};
[passed, failed] = geoms_suite ('examples', cases);

end

function runs = those (result, settings)
runs = result(strcmp ({result.settings}, settings));
end

function published (result)
runs = those (result, 'paper');
naccpt = [187 270 391 207 303 441];
neom = [2167 2961 4141 2730 3729 5208];
for i = 1:6
    s = runs(i).stats;
    check (abs (s.naccpt / naccpt(i) - 1) < 0.06, 'run %d: %d steps', i, s.naccpt);
    check (abs (s.neom / neom(i) - 1) < 0.1, 'run %d: %d evaluations', i, s.neom);
end
end

function identities (result)
runs = those (result, 'paper');
for i = 1:6
    s = runs(i).stats;
    check (s.neom == 3 * s.nbsub + s.naccpt, 'run %d: NEOM is %d', i, s.neom);
    check (s.njac == s.naccpt && s.npdec == s.naccpt, 'run %d: NJAC is %d', i, s.njac);
    check (s.nedec == s.naccpt + s.nerjct + s.ncrjct, 'run %d: NEDEC is %d', i, s.nedec);
    check (s.nmas == 1, 'run %d: NMAS is %d', i, s.nmas);
end
end

function defaults (result)
neom = [2167 2961 4141 2730 3729 5208];
runs = those (result, 'Project on');
for i = 1:6
    s = runs(i).stats;
    check (s.neom < neom(i), 'run %d: %d evaluations, published %d', i, s.neom, neom(i));
    check (s.ncrjct == 0, 'run %d: Newton''s method failed %d times', i, s.ncrjct);
end
end

function accurate (result)
for i = 1:numel (result)
    r = result(i);
    check (r.error < 20 * r.tolerance, 'velocity %g, tolerance %g, %s: error %g', ...
        r.velocity, r.tolerance, r.settings, r.error);
end
end

function forms ()
t = linspace (0, 3, 31);
a = geoms (pendulum_system (9.81, 2, 3), t, struct ('p', [2; 0]), 'RelTol', 1e-9, 'AbsTol', 1e-9);
b = geoms (pendulum_residual (9.81, 2, 3), t, [0; 0; 0; 2; 0], 'RelTol', 1e-9, 'AbsTol', 1e-9);
check_close (a.y, b.y, 1e-6);
end

function no_drift ()
text = evalc ('result = longrun ([1e-5 1e-7], '''', 20);'); %#ok<NASGU>
for r = result
    check (r.position < 1e-12, 'position: %g', r.position);
    check (r.velocity < 1e-11, 'velocity: %g', r.velocity);
    check (r.acceleration < 1e-10, 'acceleration: %g', r.acceleration);
    check (r.largest < 2000 * r.tolerance, 'error at tolerance %g: %g', r.tolerance, r.largest);
end
end

function demo ()
file = [tempname(), '.png'];
cleaner = onCleanup (@() delete (file));
text = evalc ('sol = run_demo (file);'); %#ok<NASGU>
check (max (sol.residual.relative(:)) < 1e-12);
picture = dir (file);
check (numel (picture) == 1 && picture.bytes > 1e4, 'There is no picture.');
end
