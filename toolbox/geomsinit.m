function [x0, report] = geomsinit (sys, t0, varargin)
%GEOMSINIT  Consistent initial values from a guess, with fixed components and weights.
%   X0 = GEOMSINIT (SYS, T0, GUESS) moves a guess onto all constraints at the time T0, hidden ones,
%   invariants and the system's own conditions ('condition', 'ivcond') included. First positions are
%   moved, by a sequence of steps of which each is the smallest possible; then velocities, by the
%   smallest change there is at these positions; multipliers follow. GUESS is as X0 in GEOMS, and X0
%   is a struct with the fields p, v, lambda, ... that GEOMS takes.
%   X0 = GEOMSINIT (SYS, T0) closes the loops of a tree of bodies (GEOMSTREE) from the position in which
%   they are described; fields that GUESS leaves out mean that, too. Names and values may follow.
%   X0 = GEOMSINIT (..., 'Fixed', LIST) leaves some components as they are: a cell like
%   {'p(1)', 'p(3:5)', 'v'}, in which also names of the system may stand, or a struct with fields
%   like p that hold numbers of components or true and false for each. Positions are moved for the
%   sake of fixed velocities only where other velocities cannot meet the constraints.
%   X0 = GEOMSINIT (..., 'Weights', W) makes some changes dearer: sum (W_i dx_i)^2 is what is small.
%   W is a vector with n values > 0 in the order of SOL.y, or a struct by field (missing ones are
%   1). 'mass' measures the change of velocities by its kinetic energy, (dv' M dv) / 2: this is what
%   a plastic impact, the sudden closing of a constraint, does to them.
%   X0 = GEOMSINIT (..., 'Name', value, ...), GEOMSINIT (..., OPTS) uses options of GEOMSSET.
%
%   GEOMSINIT (...) without output prints X0.
%
%   [X0, REPORT] = GEOMSINIT (...) also tells
%     moved        by field: X0 minus GUESS; NaN for multipliers that were not given
%     residual     before, after (3 x 1): largest residual of position, velocity and acceleration
%                  level, relative to the terms it is made of. NaN before, on acceleration level, if
%                  multipliers were not given
%     redundant    names of redundant constraints and their ranks, as in SOL.info
%     status, message    'ok', and the largest change
%   If there is no such state near the guess, that is an error that names the equation that cannot
%   be met.
%
%   Example: a pendulum at 45 degrees; its height is found, and a velocity along the circle
%       sys = geomssys ('mass', eye (2), 'force', @(t,p,v) [0; -9.81], ...
%           'constraint', @(t,p) p'*p - 1, 'derive', 'on');
%       guess = struct ('p', [sqrt(0.5); -0.5], 'v', [1; 0]);
%       x0 = geomsinit (sys, 0, guess, 'Fixed', {'p(1)'});
%       x0.p                                  % 0.7071, -0.7071
%       x0.v                                  % 0.5, 0.5
%
%   See also GEOMS, GEOMSSYS, GEOMSSET.

needs = 'geomsinit needs a system, a time and a guess.';
if nargin < 2
    error ('geoms:arguments:number', '%s', needs);
end
[guess, list, numbers] = run_arguments (sys, varargin, needs);
t0 = check_time (t0, 'geoms:init:time');
[fixed, weights, opts] = own_names (list);
if strcmp (opts.Initial, 'assume')
    error ('geoms:init:assume', ['With Initial ''assume'' nothing would be done: leave it ', ...
        'out, or set ''check'' to refuse what is not consistent.']);
end
problem = run_start (sys, [t0, t0], guess, opts, numbers);
problem.fixed = init_fixed (problem.sys, fixed);
problem.weights = init_weights (problem.sys, weights);
check_levels (problem.sys, problem.core, t0 + [0, 1], problem.x0);

sol = found (problem);
x0 = by_name (problem.sys.index, sol.y);
tree_start (sys, x0, t0);    % closed the right way round
report = reported (problem, sol);
if nargout == 0
    fprintf ('%s', print_initial (problem.sys, x0, report));
    clear x0 report
end

end

% positions, then once more with the velocities of the guess, at positions that need not move any
% more: not for velocities that are fixed, unless these are possible nowhere else
function sol = found (problem)
index = problem.sys.index;
place = [index.s, index.p];
fixed = problem.fixed;
if ~isempty (fixed) && any (fixed(index.v))
    problem.fixed(index.v) = 0;
    sol = run_integrate (problem);
    if ~isempty (sol.state)
        problem.fixed(place) = 1;
        problem.fixed(index.v) = fixed(index.v);
        sol = run_integrate (at_positions (problem, place, sol));
    end
    if ~isempty (sol.state)
        return
    end
    problem.fixed = fixed;
end
sol = solved (problem);
sol = solved (at_positions (problem, place, sol));
end

function problem = at_positions (problem, place, sol)
problem.x0(place) = sol.y(place);
end

function sol = solved (problem)
sol = run_integrate (problem);
if isempty (sol.state)
    error (sol.info.identifier, '%s %s', sol.info.message, sol.info.remedy);
end
end

function s = by_name (index, x)
names = fieldnames (index);
for i = 1:numel (names)
    s.(names{i}) = x(index.(names{i}), 1);
end
end

function report = reported (problem, sol)
index = problem.sys.index;
moved = sol.y - problem.x0;
[most, at] = max (abs (moved));
names = fieldnames (index);
block = names{cellfun(@(name) any(index.(name) == at), names)};
message = sys_with_names (problem.sys.names, sprintf (['The state is consistent; the largest ', ...
    'change, of %s(%d), is %.3g.'], block, find (index.(block) == at), most));
residual = struct ('before', violation (problem), 'after', sol.residual.relative);
report = struct ('moved', by_name (index, moved), 'residual', residual, 'redundant', ...
    sol.info.redundant, 'status', sol.info.status, 'message', message);
end

% Fixed and Weights, of which only a word is an option; the rest is for geomsset
function [fixed, weights, opts] = own_names (list)
fixed = {};
weights = [];
keep = true (1, numel (list));
i = 1;
while i <= numel (list)
    own = ischar (list{i}) && any (strcmpi (list{i}, {'Fixed', 'Weights'})) && i < numel (list);
    if own && strcmpi (list{i}, 'Fixed')
        fixed = list{i + 1};
        keep(i:i + 1) = false;
    elseif own && ~ischar (list{i + 1})
        weights = list{i + 1};
        keep(i:i + 1) = false;
    end
    i = i + 1 + ~isstruct (list{i});
end
opts = opt_more ('geomsinit', {'Fixed', 'Weights'}, [list(keep), {'Progress', [], 'Checkpoint', []}]);
end

% largest relative residuals of the guess
function relative = violation (problem)
x = problem.x0;
unknown = isnan (x);
x(unknown) = 0;
handle = gate_create (problem);
keeper = onCleanup (@() gate_call ('free', handle));
[~, ~, relative, status, err] = gate_call ('project', handle, problem.core, ...
    problem.tspan(1), x, 0);
if ~isempty (err)
    gate_raise (err);
elseif status ~= 0
    relative(:) = NaN;
end
if any (unknown)
    relative(3) = NaN;
end
end

%!test # the smallest change
%! sys = geomssys ('mass', eye (2), 'force', @(t,p,v) [0; -1], 'constraint', @(t,p) p'*p - 1, ...
%!     'constraintJacobian', @(t,p) 2*p', 'constraintAcceleration', @(t,p,v) 2*(v'*v));
%! x0 = geomsinit (sys, 0, struct ('p', [0.6; 0.6], 'v', [1; 0]));
%! assert (x0.p, [1; 1] / sqrt (2), 1e-12);
%! assert (x0.v, [0.5; -0.5], 1e-12);
%!error <must be one real>
%! geomsinit (geomssys ('mass', 1, 'force', @(t,p,v) -p), [0 1], struct ('p', 1));
