function failed = geomstest (which, varargin)
%GEOMSTEST  Tests the installation.
%   GEOMSTEST runs some integrations with known results and prints 'N passed, N failed'. It takes a
%   few seconds.
%   GEOMSTEST ('recording') tells what functions do that are being recorded ('derive' of GEOMSSYS) in this
%   host, which need not be Octave: what is called for `if` of an unknown, for zeros, for assignments;
%   then whether 'derive', 'on' can be used.
%   GEOMSTEST ('all') runs the suites in tests/toolbox instead, which come with the sources; installed as
%   a package in Octave, `pkg test geoms` runs the tests in all functions.
%   FAILED = GEOMSTEST (...) returns the number of failures.
%
%   Example:
%       geomstest
%
%   See also GEOMSBUILD, GEOMS.

if nargin > 1
    error ('geoms:arguments:number', 'geomstest takes nothing, ''recording'' or ''all''.');
elseif nargin > 0 && ischar (which) && strcmp (which, 'recording')
    count = derive_probe ();
elseif nargin > 0
    count = run_suites (which);
else
    cases = {
        'compiled part', @compiled
        'harmonic oscillator', @oscillator
        'pendulum, constraints on all levels', @pendulum
        'residual form, requested times', @residual
        'errors of user functions', @errors};
    count = 0;
    for i = 1:size (cases, 1)
        try
            cases{i, 2} ();
            fprintf ('passed: %s\n', cases{i, 1});
        catch e
            count = count + 1;
            fprintf ('FAILED: %s\n        %s (%s)\n', cases{i, 1}, e.message, e.identifier);
        end
    end
    fprintf ('%d passed, %d failed\n', size (cases, 1) - count, count);
end
if nargout > 0
    failed = count;
end

end

function count = run_suites (which)
folder = fullfile (fileparts (fileparts (mfilename ('fullpath'))), 'tests', 'toolbox');
if ~ischar (which) || ~strcmp (which, 'all')
    error ('geoms:test:which', 'geomstest takes no argument, ''recording'' or ''all''.');
elseif exist (fullfile (folder, 'run_all.m'), 'file') ~= 2
    error ('geoms:test:missing', ['There are no suites in %s: they come with the sources, not with ', ...
        'packages, where ''pkg test geoms'' runs the tests in the functions.'], folder);
end
addpath (folder);
cleaner = onCleanup (@() rmpath (folder));
[~, count] = run_all ();
end

function need (condition, varargin)
if ~condition
    error ('geoms:test:failed', varargin{:});
end
end

function compiled ()
need (~isempty (gate_call ('version')), 'The compiled part does not tell its version.');
end

function oscillator ()
sys = geomssys ('mass', 1, 'force', @(t,p,v) -p);
sol = geoms (sys, [0 2*pi], struct ('p', 1), 'RelTol', 1e-8, 'AbsTol', 1e-8);
err = abs (sol.p(end) - 1);
need (err < 1e-6, 'The error after one period is %g.', err);
end

function sys = pendulum_system ()
sys = geomssys ('mass', eye (2), 'force', @(t,p,v) [0; -13.750371636040745655], ...
    'constraint', @(t,p) p'*p - 1, 'constraintJacobian', @(t,p) 2*p', ...
    'constraintAcceleration', @(t,p,v) 2*(v'*v));
end

% let go in a horizontal position the pendulum has the period 2
function pendulum ()
sol = geoms (pendulum_system (), [0 2], struct ('p', [1; 0]), 'RelTol', 1e-9, 'AbsTol', 1e-9);
err = norm (sol.p(:, end) - [1; 0]);
need (err < 1e-6, 'The error after one period is %g.', err);
worst = max (sol.residual.relative(:));
need (worst <= 1e-12, 'The constraints are violated by %g.', worst);
end

function residual ()
rda = @(t,x) [2*(x(2:3)'*x(2:3)) - 2*13.750371636040745655*x(5) - 4*x(1)*(x(4:5)'*x(4:5))
    2*(x(4:5)'*x(2:3)); x(4:5)'*x(4:5) - 1
    -2*x(4)*x(1); -13.750371636040745655 - 2*x(5)*x(1); x(2:3)];
sys = geomssys ('dims', struct ('np', 2, 'nl', 1), 'eom', rda);
t = linspace (0, 2, 11);
sol = geoms (sys, t, [0; 0; 0; 1; 0], 'RelTol', 1e-9, 'AbsTol', 1e-9);
other = geoms (pendulum_system (), t, struct ('p', [1; 0]), 'RelTol', 1e-9, 'AbsTol', 1e-9);
err = max (max (abs (sol.y - other.y)));
need (isequal (sol.t, t), 'The requested times were not returned.');
need (err < 1e-6, 'The two forms differ by %g.', err);
end

function errors ()
sys = geomssys ('mass', 1, 'force', @(t,p,v) -p(1 + (t > 0.5)), 'derive', 'off');
try
    geoms (sys, [0 1], struct ('p', 1));
    need (false, 'The error of a user function was lost.');
catch e
    need (~strncmp (e.identifier, 'geoms:', 6), 'The error of a user function was changed: %s', ...
        e.message);
end
sol = geomslast ();
need (sol.t(end) > 0, 'The partial solution was lost.');
end

%!test
%! text = evalc ('failed = geomstest ();');
%! assert (failed, 0)
%!test
%! text = evalc ('failed = geomstest (''recording'');');
%! assert (failed, 0)
