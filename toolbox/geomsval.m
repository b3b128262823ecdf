function [y, yp, res] = geomsval (sol, t, sys, varargin)
%GEOMSVAL  Solution of GEOMS between the steps.
%   Y = GEOMSVAL (SOL, T) is the solution at the k times T, n x k like SOL.y.
%   [Y, YP] = GEOMSVAL (SOL, T) also gives its time derivative.
%   [Y, YP, RES] = GEOMSVAL (SOL, T, SYS) moves Y onto the constraints of SYS, as the run did with
%   its steps, and gives the residuals like SOL.residual.
%
%   The run must have kept its dense data (option Dense, the default), and T lie within it. Without
%   SYS the constraints hold to the tolerance of the run only. At the time of an event that has
%   changed the state it is the state before.
%
%   Example:
%       sys = geomssys ('mass', eye (2), 'force', @(t,p,v) [0; -9.81], ...
%           'constraint', @(t,p) p'*p - 1, 'derive', 'on');
%       sol = geoms (sys, [0 1], struct ('p', [1; 0]));
%       t = linspace (0, 1, 200);
%       y = geomsval (sol, t);
%       plot (t, y(sol.extdata.index.p, :))
%
%   See also GEOMS.

if nargin < 2 || nargin > 3
    error ('geoms:arguments:number', 'geomsval takes a solution, times and maybe the system.');
end
check_solution (sol, 'geoms:val:solution', nargin < 3);
if isempty (sol.idata.dense.t)
    error ('geoms:dense:missing', ['The solution has no dense data: run it again with option ', ...
        'Dense ''on'', and until it makes a step.']);
end
t = check_inside (t, sol.idata.dense.t);
dense = sol.idata.dense;
[y, yp] = gate_call ('dense', dense.t, dense.x, dense.node, t);
res = [];
if nargin > 2
    check_system (sys);
    [y, res] = project (sol, t, y, sys);
elseif nargout > 2
    error ('geoms:val:system', 'The residuals need the system: geomsval (sol, t, sys).');
end

end

function t = check_inside (t, step_t)
if ~isnumeric (t) || ~isreal (t)
    error ('geoms:val:type', 'The times must be real numbers, not %s.', check_described (t));
end
t = double (full (t(:)'));
ends = sort ([step_t(1), step_t(end)]);
slack = 10 * eps (max (abs (ends)));
bad = find (~(t >= ends(1) - slack & t <= ends(2) + slack), 1);
if ~isempty (bad)
    error ('geoms:val:range', 't(%d) = %.10g lies outside of the solution, %.10g ... %.10g.', ...
        bad, t(bad), ends);
end
end

function [y, res] = project (sol, t, y, sys)
opts = sol.extdata.options;
try
    problem = run_problem (sys, sol.extdata.tspan, as_struct (sol), opts);
catch e
    if strncmp (e.identifier, 'geoms:x0:', 9)
        error ('geoms:val:system', ['The system is not that of the solution, whose states have other ', ...
            'sizes: give the one with which it was computed. (%s)'], e.message);
    end
    rethrow (e);
end
handle = gate_create (problem);
keeper = onCleanup (@() gate_call ('free', handle));
run = gate_call ('get', handle);
before = y;
[y, a, relative, status, err] = gate_call ('project', handle, problem.core, t, y, run.project);
if ~isempty (err)
    gate_raise (err);
end
if status < 0
    derive_own_error (problem.sys, t, before);
    report = gate_call ('get', handle);
    error (report.report.identifier, '%s', report.report.message);
end
res = sol_residual (problem.sys, a, relative, numel (t));
end

% the state at the begin of the solution, by name
function x0 = as_struct (sol)
index = sol.extdata.index;
names = fieldnames (index);
for i = 1:numel (names)
    x0.(names{i}) = sol.y(index.(names{i}), 1);
end
end

%!test # the ends of the steps are met
%! sys = geomssys ('mass', 1, 'force', @(t,p,v) -p);
%! sol = geoms (sys, [0 1], struct ('p', 1));
%! assert (geomsval (sol, sol.t), sol.y, 1e-14);
%!error <outside of the solution>
%! sys = geomssys ('mass', 1, 'force', @(t,p,v) -p);
%! geomsval (geoms (sys, [0 1], struct ('p', 1)), 2);
