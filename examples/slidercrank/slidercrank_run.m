function found = slidercrank_run (who, tend, tolerances, solver, style, limit)
% SLIDERCRANK_RUN  One formulation of the slider crank over [0, TEND], and what came of it.
%   FOUND = SLIDERCRANK_RUN (WHO, TEND, [RELTOL ABSTOL], SOLVER, STYLE, LIMIT) integrates WHO, an entry
%   of SLIDERCRANK_CONTENDERS, with SOLVER 'geoms' (default) or 'host': the solver WHO.host of MATLAB or
%   Octave with the right-hand side of GEOMSRHS. STYLE is that of SLIDERCRANK_SYSTEM; LIMIT is the
%   largest computing time in seconds (default Inf). FOUND has the fields
%
%       name, solver, style    who ran, and from what
%       build           seconds to describe the system, up to GEOMSSYS: the least of three times
%       seconds, cpu    of computing time: on the clock, of the processor
%       steps           accepted steps; NaN where the solver does not tell
%       evaluations     points at which the equations were evaluated
%       calls           calls for them, each for one or many points
%       reached         the time at which the run ended; why: '' if that is TEND, else the reason
%       t, phi          times that were returned, crank angle at them, alpha + beta - pi
%       drift           3 x k: largest violation of the two constraints on position, velocity and
%                       acceleration level at these times
%       violation       3 x 1: the largest of drift
%       relative        3 x 1: the same relative to the terms of the constraints; NaN for the host
%       energy          relative error of the energy at the end
%       angle           error of the crank angle there
%       partition       sol.info.partition, [] where there is none
%
%   See also SLIDERCRANK_CONTENDERS, ANALYTICAL_REFERENCE.

if nargin < 4, solver = 'geoms'; end
if nargin < 5, style = 'functions'; end
if nargin < 6, limit = Inf; end

found = struct ('name', who.name, 'solver', solver, 'style', style, 'build', NaN, ...
    'seconds', NaN, 'cpu', NaN, 'steps', NaN, 'evaluations', NaN, 'calls', NaN, 'reached', NaN, 'why', '', 't', [], 'phi', [], ...
    'drift', [], 'violation', [], 'relative', NaN (3, 1), 'energy', NaN, 'angle', NaN, 'partition', []);
analytical = strcmp (who.name, 'analytical');
for i = 1:3
    watch = tic;
    if analytical
        [sys, x0, slope, y0] = analytical_system (struct (), style);
    else
        [sys, x0] = slidercrank_system (struct (), style);
    end
    found.build = min (found.build, toc (watch));
end
sys = geomssys (sys, 'derive', 'off');    % functions are called, as by the other solvers
if strcmp (solver, 'geoms')
    [found, p, v] = with_geoms (found, who, sys, x0, tend, tolerances, limit);
elseif analytical
    [found, y] = with_host (found, who.host, slope, y0, tend, struct (), tolerances, limit);
    p = y(1, :);
    v = y(2, :);
else
    [found, p, v] = with_geomsrhs (found, who, sys, x0, tend, tolerances, limit);
end
found.reached = found.t(end);
found.violation = max (found.drift, [], 2);
found = errors (found, analytical, p, v);

end

function [found, p, v] = with_geoms (found, who, sys, x0, tend, tolerances, limit)
if isfinite (limit)
    who.options = [who.options, {'MaxWallTime', limit}];
end
states = [warning('off', 'geoms:partition:passed'), warning('off', 'geoms:time:limit')];
restore = onCleanup (@() warning (states));
watch = tic;
start = cputime ();
sol = geoms (sys, [0 tend], x0, 'Formulation', who.form, 'RelTol', tolerances(1), 'AbsTol', ...
    tolerances(2), 'MaxSteps', 1e8, 'Dense', 'off', who.options{:});
found.cpu = cputime () - start;
found.seconds = toc (watch);
found.calls = sol.stats.callbacks;
found.steps = sol.stats.naccpt;
found.evaluations = sol.stats.neom + sol.stats.neomjac + sol.stats.neomout;
found.t = sol.t;
p = sol.p;
v = sol.v;
if sol.t(end) < tend
    found.why = sol.info.message;
end
found.drift = [largest(sol.residual.position); largest(sol.residual.velocity)
    largest(sol.residual.acceleration)];
if ~isempty (found.drift)
    found.relative = max (sol.residual.relative, [], 2);
end
if isfield (sol.info, 'partition')
    found.partition = sol.info.partition;
end
end

% y' = f (t, y) with one of the host's solvers
function [found, y] = with_host (found, host, f, y0, tend, ode, tolerances, limit)
options = odeset ();
if isfield (ode, 'options')
    options = ode.options;
end
watch = tic;
start = cputime ();
opts = odeset (options, 'RelTol', tolerances(1), 'AbsTol', tolerances(2));
if isfinite (limit)
    opts = odeset (opts, 'OutputFcn', @(t, y, word) isempty (word) && cputime () - start > limit);
end
states = warning ('off', 'all');    % the steps become too small: that is told by found.why
restore = onCleanup (@() warning (states));
count (0);
try
    switch host
        case 'ode45'
            [t, y] = ode45 (counted (f), [0 tend], y0, opts);
        case 'ode15s'
            opts = odeset (opts, 'InitialSlope', ode.slope (0, y0));
            [t, y] = ode15s (counted (f), [0 tend], y0, opts);
        case 'ode15i'
            residual = @(t, y, yp) ode.residual (t, y, yp + 0 * count (1));
            opts.Mass = [];
            [t, y] = ode15i (residual, [0 tend], y0, ode.slope (0, y0), opts);
    end
catch e
    t = 0;
    y = y0.';
    found.why = e.message;
end
found.cpu = cputime () - start;
found.seconds = toc (watch);
found.solver = host;
found.evaluations = count ();
found.calls = found.evaluations;
found.t = t.';
y = y.';
found.drift = zeros (3, 0);
if t(end) < tend && isempty (found.why)
    reasons = {sprintf('%s ended by itself', host), sprintf('more than %g s of computing', limit)};
    found.why = reasons{1 + (found.cpu > limit)};
end
end

function [found, p, v] = with_geomsrhs (found, who, sys, x0, tend, tolerances, limit)
[f, ode] = geomsrhs (sys, who.form, who.options{:});
y0 = ode.pack (x0);
[found, y] = with_host (found, who.host, f, y0, tend, ode, tolerances, limit);
slope = f (found.t, y);
p = y(ode.index.p, :);
v = y(ode.index.v, :);
a = slope(ode.index.v, :);
if ~isempty (ode.index.a)
    a = y(ode.index.a, :);
end
found.drift = violation (p, v, a);
end

% energy and crank angle at the end, against the exact motion
function found = errors (found, analytical, p, v)
exact = analytical_reference ();
if analytical
    found.phi = p;
    [inertias, ~] = inertia (p([1 end]), slidercrank_parameters ());
    E = inertias .* v([1 end]).^2;
else
    found.phi = exact.crank (p);
    E = exact.energy (p(:, [1 end]), v(:, [1 end]));
end
found.energy = E(2) / E(1) - 1;
found.angle = found.phi(end) - exact.angle (found.t(end));
end

% g, its first and its second derivative: the largest of the two rows
function drift = violation (p, v, a)
q = slidercrank_parameters ();
theta = p(2, :) + p(3, :);
e = [q.l2 * exp(1i * p(2, :)); q.l1 * exp(1i * theta)];
w = 1i * [v(2, :); v(2, :) + v(3, :)];
turn = 1i * [a(2, :); a(2, :) + a(3, :)];
g = [p(1, :) + sum(e, 1); v(1, :) + sum(w .* e, 1); a(1, :) + sum((turn + w.^2) .* e, 1)];
drift = max (abs (real (g)), abs (imag (g)));
end

function m = largest (residual)
m = max (abs (residual), [], 1);
end

function f = counted (f)
f = @(t, y) f (t + 0 * count (1), y);
end

% count (0) begins, count (1) counts, count () tells
function n = count (add)
persistent total
if nargin == 0
    n = total;
    return
end
if add == 0
    total = 0;
end
total = total + add;
n = total;
end
