function problem = run_problem (sys, tspan, x0, opts, numbers)
%RUN_PROBLEM  Everything about one integration, checked: what 'create' of the gateway needs.
%   tspan has been checked. In x0 NaN stands for w, lambda and mu that are to be computed.
%   given             n x 1, true for the components that x0 has
%   sketched          n x 1, true for those that need only be about right, see RUN_START
%   settings          options with their defaults, see OPT_COMPLETE
%   fixed, weights    n x 1, see geomsinit; [] : none
%   independent       nv x 1, 1 for the independent velocities; [] : chosen by pivoting
%   keeper            frees core.probe, see GATE_PROBE
%   state, before, cut    of a run that goes on: state, solution so far, see sol_join; [] : none
%   refine, steps_only     points per step; whether the solution holds but the steps then
%   numbers, of CHECK_SYSTEM, may be left out: by them a system is known that was used before, SYS_KNOWN, and
%   its functions are not called once more for what they have told then.

if nargin < 5
    numbers = [];
end
chosen = NaN;    % digest of the options; functions among them are not in it
known = [];
if ~isempty (numbers)
    sizes = sizes_of (x0);
    known = sys_known (numbers, sys.functions, sizes);
    if isempty (opts.Events) && isempty (opts.EventAction) && isempty (opts.OutputFcn) ...
            && isempty (opts.Record) && (isempty (opts.Selector) || ischar (opts.Selector))
        values = struct2cell (opts);
        given = find (~cellfun ('isempty', values));
        chosen = gate_call ('digest', struct ('given', given, 'values', {values(given)}));
    end
end
if ~isempty (known) && all (known.chosen == chosen)
    problem = known.problem;
    [~, problem.x0, problem.given] = init_values (problem.sys, tspan(1), x0, true);
    chosen = NaN;
else
    [problem, lasts] = described (sys, tspan, x0, opts, known);
    chosen(~lasts) = NaN;
end
problem.sketched = false (size (problem.given));
made = problem;
problem.tspan = tspan;
[problem.core, finite, problem.keeper] = derive_differences (problem.sys, problem.core, tspan, problem.x0);
if ~finite && ~strcmp (problem.sys.form, 'native')
    finite = is_finite (problem.sys, problem.core, tspan(1), problem.x0);
end
if ~finite && ~strcmp (problem.sys.form, 'native')
    check_finite (problem.sys, tspan(1), problem.x0);
end
if ~any (isnan (chosen))
    sys_known (numbers, sys.functions, sizes, struct ('chosen', chosen, 'problem', made));
end

end

% What does not depend on numbers but those of the options. known: what was found with other options, or [].
% lasts: whether it will be the same next time.
function [problem, lasts] = described (sys, tspan, x0, opts, known)
if isempty (known)
    [problem.sys, problem.x0, problem.given] = init_values (sys, tspan(1), x0);
    problem.core = gate_system (problem.sys);
else
    problem.sys = known.problem.sys;
    problem.core = known.problem.core;
    [~, problem.x0, problem.given] = init_values (problem.sys, tspan(1), x0, true);
end
lasts = strcmp (sys.derive.status, problem.sys.derive.status) ...
    && strcmp (sys.pattern.status, problem.sys.pattern.status);
problem.options = opts;
problem.settings = opt_complete (opts);
problem.rtol = opt_tolerance (problem.sys, 'RelTol', opts.RelTol);
problem.atol = opt_tolerance (problem.sys, 'AbsTol', opts.AbsTol);
check_effect (opts, problem.settings, problem.sys);
check_second_derivatives (problem.sys, problem.settings.Formulation, problem.settings.Method);
problem.fixed = [];
problem.weights = [];
problem.independent = opt_independent (problem.sys, opts);
problem.state = [];
problem.before = [];
problem.cut = [];
problem.refine = 1;
problem.steps_only = true;
problem.events = run_no_events ();
problem.selector = run_no_selector (opts);
problem.output = [];
problem.record = [];
end

% what initial values there are, in their order, as a text
function sizes = sizes_of (x0)
sizes = sprintf ('%d', numel (x0));
if isstruct (x0) && numel (x0) == 1
    names = fieldnames (x0);
    sizes = [sprintf('%s ', names{:}), sprintf('%d ', cellfun ('prodofsize', struct2cell (x0)))];
end
end

% one call of what is called at the start of the run in any case: whether all of it has values; false
% also if there is more than that
function yes = is_finite (sys, core, t, x)
names = {'invariantGradient', 'condition', 'ivcond'};
yes = false;
if sys_derived (sys) || strcmp (sys.form, 'tree') || any (isfield (sys.functions, names))
    return
end
x(isnan (x)) = 0;
try
    for name = {'blocks', 'eom', 'mass', 'jac'}
        fcn = core.(name{1});
        if ~isempty (fcn)
            y = fcn (t, x);
            if ~isreal (y) || ~all (isfinite (y(:)))
                return
            end
        end
    end
catch
    return    % whose it is comes out one by one
end
yes = true;
end

function check_effect (opts, settings, sys)
formulation = settings.Formulation;
method = settings.Method;
[names, belongs] = opt_unused (opts, formulation, method, sys);
if ~isempty (names)
    error ('geoms:options:unused', ['%s belongs to %s: with Formulation ''%s'' and Method ''%s'' it ', ...
        'would do nothing. Remove it.'], names{1}, belongs{1}, formulation, method);
end
end
