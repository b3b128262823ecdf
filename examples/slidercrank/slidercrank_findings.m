function findings = slidercrank_findings (runs)
% SLIDERCRANK_FINDINGS  Whether runs of the slider crank show what was published, and by which numbers.
%   FINDINGS = SLIDERCRANK_FINDINGS (RUNS) compares RUNS (see SLIDERCRANK_RUN, with the field tend
%   beside) of the longest time, and prints and returns a struct array with the fields
%
%       text       the finding
%       shows      true or false
%       numbers    on which this rests, as a text
%
%   The first eleven are those of Kurz, Burkhardt, Eberhard (2011); the others are about psf, projection,
%   about GEOMS beside the solvers of MATLAB or Octave, and about bodies beside equations.
%
%   See also RUN_SLIDERCRANK.

bodies = runs(strcmp ({runs.style}, 'bodies'));
runs = runs(~strcmp ({runs.style}, 'bodies'));
native = runs(strcmp ({runs.solver}, 'geoms'));
long = max ([native.tend]);
at = @(name) native([native.tend] == long & strcmp ({native.name}, name));
early = @(name) native([native.tend] == min ([native.tend]) & strcmp ({native.name}, name));
hosts = runs(~strcmp ({runs.solver}, 'geoms'));
ended = @(name) hosts([hosts.tend] == max ([hosts.tend]) & strcmp ({hosts.name}, name));

findings = [
    progressive({at('explicit (9)'), at('partially explicit (10)')}, ...
        'DAE forms drift progressively, radau5')
    progressive({ended('explicit (9)'), ended('partially explicit (10)')}, ...
        'DAE forms drift progressively, ode15s and ode15i')
    breaks_off({at('explicit (9)'), at('partially explicit (10)')}, ...
        sprintf('DAE forms do not reach %g s, radau5', long))
    breaks_off({ended('explicit (9)'), ended('partially explicit (10)')}, ...
        sprintf('DAE forms do not reach %g s, ode15s and ode15i (run over %g s)', long, ...
        max ([hosts.tend])))
    slower({early('explicit (9)'), early('partially explicit (10)')}, ...
        {early('partition, beta'), early('SVD'), early('QR')}, ...
        'DAE forms take longer than partitions')
    slower({at('SVD'), at('QR')}, {at('partition, beta')}, 'SVD and QR take longer than beta')
    coincide(at ('SVD'), at ('QR'))
    least(native([native.tend] == long))
    second(native([native.tend] == long))
    slower({at('partition, beta'), at('SVD'), at('QR')}, {at('analytical')}, ...
        'the analytical model is the fastest')
    reach(native([native.tend] == long))
    singular(at ('partition, x'), 0, 'x')
    singular(at ('partition, alpha'), pi / 2, 'alpha')
    kept({at('psf'), at('psf, dopri5'), at('SVD, projected')})
    same(at ('SVD'), ended ('SVD'))
    alike(native, bodies)];
fprintf ('\nFindings, %g s\n\n', long);
words = {'does not show', 'shows'};
for found = findings'
    fprintf ('  %-13s  %s\n%17s%s\n', words{1 + found.shows}, found.text, '', found.numbers);
end
fprintf ('\n');

end

function found = finding (text, shows, format, varargin)
found = struct ('text', text, 'shows', logical (shows), 'numbers', sprintf (format, varargin{:}));
end

% drift like t^e with e > 1, from the second half of the run
function found = progressive (list, text)
e = zeros (1, 2);
final = zeros (1, 2);
for i = 1:2
    t = list{i}.t;
    drift = cummax (list{i}.drift(1, :));
    half = drift(find (t <= t(end) / 2, 1, 'last'));
    e(i) = log2 (drift(end) / half);
    final(i) = drift(end);
end
found = finding (text, all (e > 1), 'violation grows like t^%.1f and t^%.1f to %.1e and %.1e m', ...
    e, final);
end

function found = breaks_off (list, text)
reached = [list{1}.reached, list{2}.reached];
q = slidercrank_parameters ();
lost = NaN (1, 2);
for i = 1:2
    past = [list{i}.t(list{i}.drift(1, :) > q.l1), NaN];
    lost(i) = past(1);
end
found = finding (text, all (reached < list{1}.tend), ['reached: %.4g and %.4g s; the violation is ', ...
    'as large as the crank from t = %.4g and %.4g s on'], reached, lost);
found.numbers = strrep (found.numbers, 'NaN', '(never)');
end

function found = slower (those, than, text)
a = cellfun (@(r) r.cpu, those);
b = cellfun (@(r) r.cpu, than);
found = finding (text, min (a) > max (b), '%s s against %s s (%g s of motion)', list_of (a), ...
    list_of (b), those{1}.tend);
end

function text = list_of (numbers)
text = sprintf ('%.2f, ', numbers);
text = text(1:end - 2);
end

function found = coincide (a, b)
text = 'SVD and QR coincide: congruent lines';
if numel (a.t) ~= numel (b.t)
    found = finding (text, false, '%d and %d steps', numel (a.t) - 1, numel (b.t) - 1);
    return
end
difference = max (abs (a.drift(1, :) - b.drift(1, :))) / a.violation(1);
turned = max (abs (a.phi - b.phi));
found = finding (text, difference < 1e-2, ['lines differ by %.1e of the largest violation, the ', ...
    'crank angles by %.1e rad'], difference, turned);
end

% of those that pass no singular position: the others hardly move any more
function found = least (runs)
names = {'explicit (9)', 'partially explicit (10)', 'partition, beta', 'partition, switched'};
others = violations (runs, names);
ours = violations (runs, {'SVD', 'QR'});
found = finding ('SVD and QR drift least, of what passes no singular position', ...
    max (ours) < min (others), ...
    'SVD %.1e, QR %.1e m; (9) %.1e, (10) %.1e, beta %.1e, switched %.1e m', ours, others);
end

function found = second (runs)
names = {'SVD', 'QR', 'partition, x', 'partition, beta', 'explicit (9)', 'partially explicit (10)'};
v = violations (runs, names);
x = runs(strcmp ({runs.name}, 'partition, x'));
found = finding ('x has the second best drift', max (v(1:2)) < v(3) && v(3) < min (v(4:6)), ...
    ['x %.1e m, SVD and QR %.1e m, beta and the DAE forms at least %.1e m; but with x the energy ', ...
    'changes by %+.0f %%'], v(3), max (v(1:2)), min (v(4:6)), 100 * x.energy);
end

function v = violations (runs, names)
[~, who] = ismember (names, {runs.name});
v = arrayfun (@(r) r.violation(1), runs(who));
end

function found = reach (runs)
names = {'partition, beta', 'partition, switched', 'SVD', 'QR'};
[~, who] = ismember (names, {runs.name});
reached = [runs(who).reached];
found = finding (sprintf ('beta, switched, SVD and QR reach %g s', runs(1).tend), ...
    all (reached == runs(1).tend), 'reached: %s s', list_of (reached));
end

% C_d is singular at the crank angles place + k pi
function found = singular (run, place, name)
passed = run.partition.passed;
text = sprintf ('%s as independent coordinate passes singular positions, with wrong results', name);
phi = interp1 (run.t, run.phi, run.partition.passedTimes);
off = mod (phi - place + pi / 2, pi) - pi / 2;
found = finding (text, passed > 0 && abs (run.energy) > 0.1, ['%d times, at crank angles %.4g deg ', ...
    '+ k 180 deg (within %.1f deg: the steps lie around it); largest condition %.1e; energy at ', ...
    'the end %+.0f %%, crank angle %+.3g rad'], passed, place * 180 / pi, ...
    max ([abs(off(:)); 0]) * 180 / pi, run.partition.worst, 100 * run.energy, run.angle);
end

function found = kept (list)
relative = cellfun (@(r) max (r.relative), list);
found = finding ('psf (radau5, dopri5) and projected SVD: constraints within 1e-12', ...
    all (relative <= 1e-12), 'largest relative residual of the three levels: %.1e, %.1e, %.1e', ...
    relative);
end

% the same motion, at a tolerance at which both are near the exact one; time at the published tolerance
function found = same (native, host)
list = slidercrank_contenders ();
who = list(strcmp ({list.name}, 'SVD'));
a = slidercrank_run (who, 5, [1e-8 1e-8], 'geoms');
b = slidercrank_run (who, 5, [1e-8 1e-8], 'host');
difference = abs (a.phi(end) - b.phi(end));
ratio = host.cpu / host.reached / (native.cpu / native.reached);
found = finding ('SVD with ode45 and GEOMSRHS: the same motion as GEOMS, slower', ...
    difference < 1e-4 && ratio > 1, ['crank angles differ by %.1e rad after 5 s at 1e-8; %.2f ', ...
    'times the time per second of motion at 1e-3'], difference, ratio);
end

% At a tolerance at which both are near the exact motion, and of what passes no singular position: at
% 1e-3, and there, the way on hangs on rounding. radau5 has exact derivatives of bodies, difference
% quotients of equations; the first six are of dopri5
function found = alike (native, bodies)
names = {'analytical', 'partition, beta', 'SVD', 'QR', 'psf, dopri5', 'SVD, projected', ...
    'explicit (9)', 'partially explicit (10)', 'psf', 'psi1'};
list = slidercrank_contenders ();
for i = 1:numel (names)
    who = list(strcmp ({list.name}, names{i}));
    pair = [slidercrank_run(who, 5, [1e-8 1e-8], 'geoms', 'functions'), ...
        slidercrank_run(who, 5, [1e-8 1e-8], 'geoms', 'bodies')];
    differs(i) = abs (pair(1).phi(end) - pair(2).phi(end)); %#ok<AGROW>
    steps(i, :) = [pair.steps]; %#ok<AGROW>
end
at = @(runs, name) runs([runs.tend] == max ([runs.tend]) & strcmp ({runs.name}, name)).cpu;
ratio = cellfun (@(name) at (native, name) / at (bodies, name), names);
found = finding ('from bodies: the same motion, of dopri5 in the same steps', ...
    isequal (steps(1:6, 1), steps(1:6, 2)) && max (differs) < 1e-6, ['crank angles differ by ', ...
    '%.1e rad after 5 s at 1e-8, with dopri5 by %.1e; equations take %.0f to %.0f times the ', ...
    'time of bodies (%g s at 1e-3; analytical %.1f)'], max (differs), max (differs(1:6)), ...
    min (ratio(2:end)), max (ratio(2:end)), max ([native.tend]), ratio(1));
end
