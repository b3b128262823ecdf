function report = geomscheck (sys, t, x, varargin)
%GEOMSCHECK  Compares every derivative and hidden constraint of a system with numerical ones.
%   GEOMSCHECK (SYS, T, X) prints a table of all entries that are wrong, with function, row, column,
%   value and what difference quotients give; or that none is.
%   REPORT = GEOMSCHECK (...) returns
%     ok         true if nothing was found
%     findings   struct array: function, row, column, value, expected, advice, where (the state)
%     notes      the same for what may be right: forces that depend on the multipliers in the
%                residual and the native form
%     checked    names of what was compared
%     entries, states    how many numbers were compared, at how many states
%   GEOMSCHECK (..., 'States', K) compares at K states (default 5): the given one, and others beside
%   it with other velocities, multipliers, positions and times. The more there are, the less can
%   hide in a term that vanishes at one of them. Systems of more than 5000 unknowns are refused.
%
%   T is a time, X as X0 in GEOMS. Compared is, in the mechanical form,
%     constraintJacobian      dg/dp, entry by entry
%     constraintVelocity      dg/dt along p' = Z v
%     constraintAcceleration  d gI/dt along p' = Z v without the part that comes from v'
%     nonholonomicJacobian    dh/dv = H Z;  nonholonomicAcceleration like the one above
%     invariantGradient       de/d[v; s; p];  invariant: that it is constant along the motion
%     mass                    symmetric, not negative on the motions that the constraints allow
%   in the residual and the native form
%     jac                     d rda/dx, entry by entry
%     gI, gII, hI in eom      time derivatives along the motion
%     fdyn in eom             that the constraint forces belong to the constraints (a note)
%     e in eom, mass          as above
%   of a tree of bodies gI, gII, fdyn and mass: of rows and masses as they are described.
%   GEOMS makes a small part of these comparisons before each run. Of a system that is derived
%   ('derive' of GEOMSSYS) what was given is looked at, and what was derived where a Jacobian was not.
%
%   Example: a wrong sign
%       sys = geomssys ('mass', eye (2), 'force', @(t,p,v) [0; -9.81], ...
%           'constraint', @(t,p) p'*p - 1, 'constraintJacobian', @(t,p) [2*p(1), -2*p(2)], ...
%           'constraintAcceleration', @(t,p,v) 2*(v'*v));
%       geomscheck (sys, 0, struct ('p', [1; 0]))
%
%   See also GEOMSSYS, GEOMS.

if nargin > 0
    check_system (sys);
end
if nargin < 3
    error ('geoms:arguments:number', 'geomscheck needs a system, a time and a state.');
end
check_few (sys.dims);
need_few (sys.dims);
states = number_of_states (varargin);
t = check_time (t, 'geoms:check:time');
problem = run_start (sys, [t, t], x, geomsset (formulation (sys)));
if sys_derived (problem.sys) && isempty (sys_missing_jacobian (problem.sys))
    sys = sys_derive_change (problem.sys, 'off');    % what is given is looked at
    problem = run_start (sys, [t, t], x, geomsset (formulation (sys)));
end
need_few (problem.sys.dims);
handle = gate_create (problem);
keeper = onCleanup (@() gate_call ('free', handle));
sys = problem.sys;
core = functions_of (problem, handle);
added = added_to_tree (problem);

audit = struct ('findings', no_findings (), 'notes', no_findings (), 'checked', {{}}, ...
    'entries', 0, 'states', 0, 'where', '');
for number = 0:states - 1
    audit = look (audit, problem, handle, core, number);
    if ~isempty (added)
        audit = look (audit, added, [], added.core, number);
    end
end
report = summary (audit);
if nargout == 0
    show (report);
    clear report
end

end

% what is compared are full matrices, and the directions are those of all unknowns
function need_few (dims)
n = [dims.np, dims.nv, dims.nr, dims.nw, dims.ns, dims.nl, dims.nm];
n = sum (n(~isnan (n)));
if n > 5000
    error ('geoms:check:large', ['geomscheck compares full matrices, of at most 5000 unknowns; the ', ...
        'system has %.0f: check a smaller one that is made by the same functions.'], n);
end
end

function states = number_of_states (list)
states = 5;
if isempty (list)
    return
end
if numel (list) ~= 2 || ~ischar (list{1}) || ~strcmpi (list{1}, 'States')
    error ('geoms:check:arguments', 'geomscheck takes (sys, t, x) and ''States'', a number.');
end
states = list{2};
if ~isnumeric (states) || ~isreal (states) || numel (states) ~= 1 ...
        || ~(states >= 1 && states <= 1000 && states == floor (states))
    error ('geoms:check:arguments', '''States'' must be a whole number from 1 to 1000.');
end
states = double (states);
end

function pairs = formulation (sys)
pairs = struct ();
if sys.reduced
    pairs.Formulation = 'psi1';
end
end

function list = no_findings ()
list = struct ('function', {}, 'row', {}, 'column', {}, 'value', {}, 'expected', {}, 'advice', ...
    {}, 'where', {});
end

% what is compared, as functions of (t, x), and how the user calls it
function core = functions_of (problem, handle)
core = problem.core;
core.names = struct ('eom', 'eom', 'jac', 'jac', 'mass', 'mass');
if sys_has_blocks (problem.sys)
    [~, core.brief] = call_blocks (problem.sys);
end
if any (strcmp (core.form, {'native', 'tree', 'derived'}))
    name = core.form;
    if strcmp (name, 'native')
        name = core.symbol;
    end
    core = gate_native_functions (problem.sys, core, handle);
    core.names = struct ('eom', name, 'jac', [name, ': jac'], 'mass', [name, ': mass']);
end
end

% the part of a tree that consists of functions, as a problem of its own; []: there is none
function part = added_to_tree (problem)
part = [];
handle = [];
if strcmp (problem.sys.form, 'tree') && ~isempty (problem.sys.own)
    part = problem;
    [part.sys, part.x0] = sys_user_part (problem.sys, problem.x0);
    part.core = gate_system (part.sys);
    if sys_derived (part.sys)
        handle = gate_native_run (part.core, problem.tspan, part.x0);
        part.keeper = onCleanup (@() gate_call ('free', handle));
    end
    part.core = functions_of (part, handle);
end
end

% all comparisons at one state; where the functions are not defined beside the given one, none
function audit = look (audit, problem, handle, core, number)
sys = problem.sys;
try
    fresh = audit;
    position = @(t, x) position_rows (sys, core, t, x);
    point = check_entries_point (sys, position, problem.tspan(1), problem.x0, number);
    fresh.where = point.where;
    fresh.states = audit.states + ~isempty (handle);
    if sys_has_blocks (sys)
        fresh = check_entries_mechanical (fresh, sys, core, point);
    else
        fresh = check_entries_residual (fresh, sys, core, point);
    end
    point = consistent (problem, handle, point);
    if ~isempty (point)
        fresh = check_entries_invariant (fresh, sys, core, point);
    end
    audit = fresh;
catch e
    if number == 0
        rethrow (e);
    end
end
end

function y = position_rows (sys, core, t, x)
if sys_has_blocks (sys)
    row = sys_block_rows (sys);
    fcn = core.brief;
else
    row = sys_rows (sys.dims);
    fcn = core.eom;
end
height = sum (cellfun (@numel, struct2cell (row))) + sys_in_c (sys) * sys.dims.nv ^ 2;
y = check_rows (fcn, [row.c, row.g], height, t, x);
end

% the point moved onto all constraints, or [] where that cannot be done; quaternions of trees keep their
% length whatever the forces, and what is added to a tree (no handle) does not know the motion
function point = consistent (problem, handle, point)
own = sys_user_part (problem.sys);
if isempty (handle) || own.dims.ni == 0 || sys_in_c (problem.sys) && strcmp (own.form, 'tree')
    return
end
[point.x, ~, ~, status, err] = gate_call ('project', handle, problem.core, point.t, point.x, 1);
if status ~= 0 || ~isempty (err)
    point = [];
end
end

% Of each entry the finding with the largest error. Where gI is computed from G, what is wrong in G
% shows in gI and gII, too.
function report = summary (audit)
findings = worst (audit.findings);
names = {findings.function};
if any (ismember (names, {'constraintJacobian', 'model: G'}))
    findings = findings(~(strncmp (names, 'constraintVelocity (left', 24) ...
        | strncmp (names, 'model: gI', 9) | strcmp (names, 'constraintAcceleration') ...
        & any (strncmp (audit.checked, 'constraintVelocity (left', 24))));
end
report = struct ('ok', isempty (findings), 'findings', findings, 'notes', ...
    worst (audit.notes), 'checked', {audit.checked}, 'entries', audit.entries, 'states', ...
    audit.states);
end

function list = worst (list)
keys = arrayfun (@(f) [f.function, ' ', f.row, ' ', f.column], list, 'UniformOutput', false);
errors = abs ([list.value] - [list.expected]);
[~, ~, group] = unique (keys);
keep = [];
for i = 1:max ([group(:); 0])
    members = find (group(:)' == i);
    [~, at] = max (errors(members));
    keep(end + 1) = members(at); %#ok<AGROW>
end
list = list(sort (keep));
end

function show (report)
list = sprintf ('%s, ', report.checked{:});
fprintf ('%d entries at %d states compared with differences: %s\n', report.entries, ...
    report.states, list(1:end - 2));
if report.ok
    fprintf ('all agree\n');
else
    table (report.findings);
end
if ~isempty (report.notes)
    fprintf ('notes\n');
    table (report.notes);
end
end

function table (list)
width = max (cellfun (@numel, [{list.function}, {'function'}]));
fprintf ('%-*s  %-8s %-12s %16s %16s  %s\n', width, 'function', 'row', 'column', 'value', ...
    'differences', 'at');
for f = list
    fprintf ('%-*s  %-8s %-12s %16.8g %16.8g  %s  %s\n', width, f.function, f.row, f.column, ...
        f.value, f.expected, f.where, f.advice);
end
end

%!test # a wrong sign is named
%! sys = geomssys ('mass', eye (2), 'force', @(t,p,v) [0; -9.81], 'constraint', @(t,p) p'*p - 1, ...
%!     'constraintJacobian', @(t,p) [2*p(1), -2*p(2)], 'constraintAcceleration', @(t,p,v) 2*(v'*v));
%! report = geomscheck (sys, 0, struct ('p', [1; 0]));
%! assert (any (strcmp ({report.findings.column}, 'p(2)')));
%!test # nothing is found in what is right
%! sys = geomssys ('mass', 1, 'force', @(t,p,v) -p);
%! report = geomscheck (sys, 0, struct ('p', 1));
%! assert (report.ok);
