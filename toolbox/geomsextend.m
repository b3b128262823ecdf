function sol = geomsextend (sol, sys, tend, varargin)
%GEOMSEXTEND  Continues a run of GEOMS.
%   SOL = GEOMSEXTEND (SOL, SYS, TEND) goes on with SOL, which GEOMS, GEOMSEXTEND, GEOMSLAST or a
%   checkpoint have given, to the time TEND. The result is that of a single run to TEND, bit for
%   bit, whatever has ended the earlier one: its time, MaxSteps, MaxWallTime, Ctrl-C. After a
%   terminal event it starts anew from the event, as after an EventAction.
%   SOL = GEOMSEXTEND (SOL, SYS, TEND, X0) starts anew from X0 at the end of SOL, after an impact
%   for instance. X0 is as in GEOMS, but what a struct leaves out of p, v, r, s, w is as it was at the end
%   of SOL: struct ('v', v) changes velocities. It is made consistent. The time of the start then stands
%   twice in SOL.t, with the state before and the state after. X0 = [] is no new start.
%   SOL = GEOMSEXTEND (SOL, SYS, TEND, X0, OPTS), GEOMSEXTEND (..., 'Name', value, ...) changes
%   options, OPTS from GEOMSSET; those that are not set remain as they were. Formulation, Method and
%   Independent can only change with an X0, which may be left out in front of names or OPTS.
%
%   SYS must be the same system; it may have other parameters, which hold from the last step that
%   was not shortened to hit the old end (SOL.extdata.t_state), with an X0 from the end. Function
%   handles are not kept in SOL: if the run had Events, EventAction or Record as handles they must be
%   given again, also after a terminal event, or 'none'; functions that were given by name remain. So
%   must a Selector that was a handle, or 'tangent'.
%   With another number of events the integrator starts anew where it would have gone on.
%
%   TEND may be a vector of times if SOL was computed for more than two requested times: those that
%   SOL has not reached and these are returned then.
%
%   SOL.stats counts on. Steps that had been shortened to hit the old end are replaced.
%
%   Example: ten seconds, and ten more
%       sys = geomssys ('mass', eye (2), 'force', @(t,p,v) [0; -9.81], ...
%           'constraint', @(t,p) p'*p - 1, 'derive', 'on');
%       sol = geoms (sys, [0 10], struct ('p', [1; 0]));
%       sol = geomsextend (sol, sys, 20);
%       whole = geoms (sys, [0 20], struct ('p', [1; 0]));
%       isequal (sol.y, whole.y)              % 1
%
%   See also GEOMS, GEOMSSET, GEOMSFCN_EVENTS.

if nargin < 3
    error ('geoms:arguments:number', ['geomsextend takes a solution, its system, an end time, and ', ...
        'maybe initial values and options.']);
end
check_solution (sol, 'geoms:extend:solution');
check_system (sys);
x0 = [];
if nargin > 3 && ~run_are_options (varargin{1})
    x0 = varargin{1};
    varargin(1) = [];
end
opts = merged (sol, geomsset (varargin{:}));
if isempty (x0)
    problem = go_on (sol, sys, tend, opts);
else
    problem = start_anew (sol, sys, tend, x0, opts);
end
tree_tables (problem);
sol = check_levels_along (problem, run_integrate (problem));
run_tell (sol, problem.settings);
tree_jumps (problem, sol);
tree_overlooked (problem, sol);
check_tolerances (problem, sol);

end

% what is set in opts, else what the run had
function opts = merged (sol, opts)
for name = {'Events', 'EventAction', 'Record', 'Selector'}
    instead = 'none';
    if strcmp (name{1}, 'Selector')
        instead = 'tangent';
    end
    if any (strcmp (name{1}, sol.extdata.functions)) && isempty (opts.(name{1})) ...
            && isempty (sol.extdata.options.(name{1}))
        error ('geoms:extend:functions', ['The run had the option %s, and function handles are ', ...
            'not kept in sol: give it again, geomsextend (sol, sys, tend, ''%s'', ...), or ''%s''.'], ...
            name{1}, name{1}, instead);
    end
end
unset = isempty (opts.Independent);
opts = geomsset (sol.extdata.options, opts);
if isempty (opts.OutputFcn)
    opts.OutputSel = [];    % of one that was a handle
end
f = opt_table (geomsget (opts, 'Formulation'));
if unset && ~strcmp (f.independent, 'coordinates')
    opts.Independent = [];    % has no meaning any more
end
end

function problem = go_on (sol, sys, tend, opts)
if isempty (sol.state)
    error ('geoms:extend:state', ['The solution has no state to go on from: the run did not ', ...
        'come to its start. Use geoms.']);
end
data = sol.extdata;
old = geomsset (data.options);
if ~isequal (unique (opts.Independent(:)), unique (old.Independent(:)))
    error ('geoms:options:independent', ['A run that goes on keeps its independent ', ...
        'coordinates: leave Independent out, or begin anew at the last point with ', ...
        'geomsextend (sol, sys, tend, x0, opts).']);
end
check_same_way (data, old, opts);
later = requested (sol, tend, data.t_state);
problem = prepared (sys, data.t_state, later, by_name (data), opts, sol);
problem.cut = data.t_state;
if problem.events.count == data.events
    problem.state = sol.state;
    problem.tspan(1) = data.tspan(1);
end
end

% what the state belongs to
function check_same_way (data, old, opts)
before = {geomsget(old, 'Formulation'), data.method};
now = {geomsget(opts, 'Formulation'), geomsget(opts, 'Method')};
if strcmp (now{2}, geomsget (old, 'Method'))
    now{2} = before{2};
end
if ~isequal (before, now)
    error ('geoms:extend:method', ['A run that goes on keeps its equations and its method, ''%s'' and ', ...
        '''%s'', not ''%s'' and ''%s'': leave Formulation and Method out, or begin anew at the last ', ...
        'point with geomsextend (sol, sys, tend, x0, opts).'], before{:}, now{:});
end
end

function problem = start_anew (sol, sys, tend, x0, opts)
t = sol.extdata.t_end;
x0 = tree_start (sys, filled (sol, sys, x0), t);
problem = prepared (sys, t, requested (sol, tend, t), x0, opts, sol);
check_levels (problem.sys, problem.core, problem.tspan, problem.x0);
end

% what is left out is as it was at the end
function x0 = filled (sol, sys, x0)
if ~isstruct (x0) || numel (x0) ~= 1 || ~isequal (sol.extdata.dims, sys.dims)
    return
end
for name = {'p', 'v', 'r', 's', 'w'}
    if ~isfield (x0, name{1})
        x0.(name{1}) = sol.y(sol.extdata.index.(name{1}), end);
    end
end
end

% the state to go on from, as initial values
function x0 = by_name (data)
names = fieldnames (data.index);
for i = 1:numel (names)
    x0.(names{i}) = data.x_state(data.index.(names{i}));
end
end

function problem = prepared (sys, t, later, x0, opts, sol)
there = sol.extdata.dims;
try
    problem = run_listen (run_problem (sys, [t, later], x0, opts));
catch e
    if strcmp (e.identifier, 'geoms:x0:size')
        check_same (there, sys.dims);
    end
    rethrow (e);
end
check_same (there, problem.sys.dims);
check_same_names (sol.extdata.names, problem.sys.names);
problem.before = sol;
end

function check_same (there, here)
names = fieldnames (here);
for i = 1:numel (names)
    if ~isequal (here.(names{i}), there.(names{i})) && ~isnan (here.(names{i}))
        error ('geoms:extend:system', ['The solution belongs to another system: %s is %d ', ...
            'there and %d here.'], names{i}, there.(names{i}), here.(names{i}));
    end
end
end

% unknowns that have names in both
function check_same_names (there, here)
if ~isstruct (there) || ~isstruct (here)
    return
end
for block = {'p', 'v', 'r', 's', 'w'}
    if ~isfield (there, block{1}) || ~isfield (here, block{1})
        continue
    end
    [old, new] = deal (there.(block{1}), here.(block{1}));
    i = find (~strcmp (old(:), new(:)), 1);
    if ~isempty (i)
        error ('geoms:extend:system', ['The solution belongs to another system: %s(%d) is ''%s'' there ', ...
            'and ''%s'' here.'], block{1}, i, old{i}, new{i});
    end
end
end

% the times that are still to be returned: what was requested before beyond t, and tend
function later = requested (sol, tend, t)
old = sol.extdata.tspan;
several = numel (old) > 2;
if ~isnumeric (tend) || ~isreal (tend) || isempty (tend) || (numel (tend) > 1 && ~several) ...
        || ~all (isfinite (tend(:)))
    error ('geoms:extend:tend', ['The end time must be one finite number; it may be a vector ', ...
        'if the run before had more than two requested times. It is a %s of size %d x %d.'], ...
        class (tend), size (tend, 1), size (tend, 2));
end
later = double (full (tend(:)'));
direction = sign (old(end) - old(1));
if several && numel (later) > 1
    later = later(direction * (later - sol.extdata.t_end) > 0); % the others have been reached
end
if isempty (later) || any (direction * diff ([sol.extdata.t_end, later]) <= 0)
    error ('geoms:extend:tend', ['The end time %.10g does not lie beyond the end of the ', ...
        'solution, t = %.10g, in its direction.'], tend(end), sol.extdata.t_end);
end
if several
    later = [old(direction * (old - t) > 0 & direction * (old - later(1)) < 0), later];
end
end

%!test # as if there had been one run
%! sys = geomssys ('mass', 1, 'force', @(t,p,v) -p);
%! sol = geomsextend (geoms (sys, [0 1], struct ('p', 1)), sys, 2);
%! whole = geoms (sys, [0 2], struct ('p', 1));
%! assert (isequal (sol.t, whole.t) && isequal (sol.y, whole.y));
%!error <does not lie beyond>
%! sys = geomssys ('mass', 1, 'force', @(t,p,v) -p);
%! geomsextend (geoms (sys, [0 1], struct ('p', 1)), sys, 0.5);
