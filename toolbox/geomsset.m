function opts = geomsset (varargin)
%GEOMSSET  Options for GEOMS.
%   OPTS = GEOMSSET ('Name', value, ...) sets options by name, in any case; [] is the default.
%   OPTS = GEOMSSET (OLD, 'Name', value, ...) changes a copy of OLD.
%   OPTS = GEOMSSET (OLD, NEW) takes over what is set in NEW.
%   OPTS = GEOMSSET ('paper', ...) starts with the settings of the published GEOMS (Steinbrecher
%   2007), as far as they are known: multipliers are iterated, with one AbsTol for all unknowns, and
%   solution invariants are eliminated.
%   GEOMSSET (...) without output prints those that are set.
%   GEOMSSET without arguments lists every option with its values, its default and what it is for, and
%   every formulation with its methods, the first of which is 'auto'.
%
%   OLD and NEW may come from ODESET: RelTol, AbsTol, InitialStep, MaxStep, MinStep, Events,
%   OutputFcn, OutputSel, Refine and Stats are used; another field that is not empty is an error
%   that says where it goes.
%
%   OPTS is a struct with all names; what is not set is []. RelTol and AbsTol (default 1e-6) are one
%   number, n values in the order [w; lambda; mu; r; v; s; p], or a struct with some of these names
%   as fields. The default absolute tolerance of multipliers is scaled by the forces of the system along
%   the run; what is given stays. GEOMS warns where AbsTol is not small against the positions or
%   velocities of a run (geoms:tolerance:size). Functions are handles or names, 'none' is no function.
%   true and false are 'on', 'off'.
%
%   Formulation says which equations are integrated, Method by what. g, gI, gII are the constraints
%   on position, velocity and acceleration level:
%
%     Formulation            keeps            what it is good for
%     psf                    g, gI, gII       everything
%     psi1                   g, gI            multipliers need not be accurate
%     partition-svd          gI, gII          little drift at little cost; redundant constraints, too
%     partition-qr           gI, gII          the same without these
%     partition-fixed        gI, gII          the user's independent coordinates
%     partition-full         gII              v' and lambda from the full system at each state
%   and, for comparisons,
%     index3                 (g)              the equations as they are written
%     index2                 (gI)             gI in the place of g
%     index1                 (gII)            gII in the place of g, v' and lambda at once
%     index1-explicit        (gII)            another name of index1; index1-implicit: M stays on
%                                             the left-hand side
%     uode                                    lambda is a state, too, lambda' from differences
%     ggl                    (g), (gI)        Gear, Gupta, Leimkuhler: p' = v - G' eta
%     baumgarte              dying out        gII + 2 alpha gI + beta^2 g = 0
%     extended-316           (g), (gI), (gII) more multipliers, mu and tau, with derivatives of gI;
%                                             only where [G; dgI/dp] has full rank
%     extended-317           (g), (gI), (gII) the same, wherever G has full rank
%     projected-invariants   (g), (gI), (gII) the same without these derivatives
%   Kept is: to rounding, in brackets: to tolerance. index1 and baumgarte with dopri5 meet their
%   equations to rounding.
%
%     Method            order   steps           what for
%     radau5            5       variable        everything; 'auto' where it is not dopri5
%     dopri5            5       variable        nothing is stiff; 'auto' of partition-*, uode and
%                                               baumgarte, possible for psf, index1, index1-explicit
%     bdf               1 to 5  variable        smooth motion, stiff or not, where each call of the
%                                               functions is expensive; where stiff motion is weakly
%                                               damped with MaxOrder 2, or radau5
%     bdf-fixed         Order   Step            studies of methods, real time: steps that cost alike
%     trapezoidal       2       Step            the same; nothing is damped
%     radau             5, 9,   variable        smooth motion, stiff or not, at tight tolerances: for
%                       13                      an error of 1e-8 1.3 to 7 times, of 1e-10 2 to 15
%                                               times as fast as radau5 (pendulum, truck, ...)
%     hedop5            5       variable        index2 alone, where nothing is stiff
%     mexax             changes variable        the same, for tight tolerances; extrapolation. Its
%                                               steps are long: requested times and events are as
%                                               accurate as they are, what lies between is not
%
%   What is not kept drifts away with the errors of the steps (with all methods but dopri5 also gII
%   of the partitions holds to tolerance only). All but psf and psi1 with an implicit method solve
%   for the accelerations: they do not exist for systems with auxiliary variables w, contact points
%   s, or forces that depend on the multipliers, and partition-svd alone of them takes redundant
%   rows. psi1, index3, ggl and index2, not with hedop5 and mexax, need no second derivatives
%   (GEOMSSYS). The multipliers of index3 are rough, most of all where steps change; eta, mu and tau
%   are 0 but for errors, SOL.info.extra tells how large they became.
%
%   Some more words on a few options:
%
%   Multipliers  psf with implicit methods: 'solved', lambda and mu are solved for with v' at each
%                stage and state; 'iterated', Newton's method finds them like the other unknowns.
%                'auto' is 'solved', but for the residual form, whose M, f and G are not known
%   VelocityRows psf with implicit methods: the differential equations of v are selected from M v' =
%                f - ... ('force'), or from v' = ... ('acceleration', with multipliers that are solved
%                for). 'auto' is 'acceleration' where the mass matrix is a function, as that of trees
%                (GEOMSTREE), and 'force' where velocities have neither mass nor constraint, which
%                'acceleration' refuses. Large trees with at most 50 rows that close loops are
%                solved in a third way, in proportion to their bodies, unless one of the two is
%                asked for
%   LinearSolver psf, psi1, ggl, index1 and index2 with implicit methods: Newton systems by 'dense' or by
%                'sparse' matrices. 'auto' is 'sparse' for more than 80 unknowns where M, C = [G; H] Z
%                and the derivatives have patterns (recorded systems, trees, geomssys ('pattern', S),
%                systems in C), and KLU of SuiteSparse was there when the toolbox was built. Steps and
%                results are the same but for rounding and, where AbsTol of multipliers is not given,
%                for the units that are estimated for it. ggl, index1 and index2 need a regular M and
%                rows that do not depend on each other for it, and no Project 'on'.
%                SOL.info.linearSolver tells which it was, SOL.info.notSparse why 'sparse' was asked
%                for and could not be. By dense matrices alone: Multipliers 'iterated', other
%                selectors, decompositions and norms than the standard ones, Invariant 'eliminate',
%                invariants that depend on v, additional conditions and fixed components at the start
%   Selector     psf, and psi1 but for v: which combinations of p' = Z v and of M v' = f - ... are
%                integrated, S_p and S_v. 'tangent' (the best) and 'rows' are chosen with each Newton
%                matrix (SelectorUpdate). Rows of your own: a matrix S for both, with psi1 for p;
%                struct ('p', Sp, 'v', Sv), where what is left out is as with 'tangent'; or a function
%                @(t,p), which may take z and q behind these, and returns either. It is called, not
%                recorded, wherever the selector is renewed. Sp has as many rows as there are free
%                positions, np - nl, Sv nv - nl - nm, more where rows of the constraints depend on each
%                other. With kernels Kp, Kv of the constraints Sp * Kp and Sv * M * Kv must be regular
%                (Steinbrecher 2002, Algorithm 27); SOL.info.selector tells how much of a motion they have
%                seen at least, seen = [p v], 1: all, 0: nothing, when, t, and how often a step led past a state
%                where they see nothing, passed, first at passedTime (a warning, geoms:selector:passed). A
%                run that comes to such a state ends there (geoms:selector:singular); one that begins there is
%                an error. VelocityRows 'auto' is 'force' with rows for v. Not with Invariant 'eliminate'
%   SelectorUpdate    'every' renews these rows with each Newton matrix, 'adaptive', as the published
%                GEOMS, when the pivots of the constraints change or Newton's method fails. 'rows' are the
%                same then. With 'tangent' 'adaptive' costs accuracy, for the rows are those of an earlier
%                tangent: errors are 18 times as large with steps of a fixed size, 3 times with radau5
%                (the crank of examples/odae/run_renewal), and such steps may fail
%   RankTol      of C = [G; H] Z where the system gives them (default 1e-10), else of the Jacobian
%   Project      'on': g, gI, gII (psi1, and without second derivatives: g, gI) and invariants are
%                met to rounding after each step; 'off': nothing is corrected. 'auto' is 'on' for psf,
%                psi1 and with mexax; for partition-qr and partition-svd g = 0 is met beside singular
%                positions, from 10 times the smallest condition on. Formulations that solve with all
%                of M move states by the smallest change in the metric of M, which keeps the order of
%                index2 and index3
%   Invariant    'eliminate' is for psf and psi1; 'project' acts where states are corrected (Project)
%   Step         fixed step size; the last step ends at the end of the time span. bdf-fixed and
%                trapezoidal need it, and nothing estimates their error: halve it and compare
%   Order        of bdf-fixed, 1 to 6 (default 2), whose first Order - 1 steps radau5 makes; of mexax
%                with Step
%   MaxOrder     of bdf, 1 to 5; 2 where a weakly damped motion is stiff. Of radau, 5, 9 or 13, which
%                is the order with Step. Default 0: the highest of the method. SOL.info.orders tells
%                how many steps were made with which order
%   BaumgarteAlpha, BaumgarteBeta    baumgarte: gII + 2 alpha gI + beta^2 g = 0, and hI + 2 alpha h =
%                0. Violations die out like exp (-alpha t), fastest with alpha = beta; the larger
%                these are the stiffer are the equations
%   Independent  partition-fixed: as many numbers of velocities as there are degrees of freedom. A
%                run that leads past a state at which they do not determine the others warns,
%                geoms:partition:passed. Without them the best ones are found by pivoting, and
%                others are chosen where PartitionLimit is exceeded; SOL.info.partition tells
%   Events, EventAction, OutputFcn    see GEOMSFCN_EVENTS, GEOMSFCN_OUTPUT. Events is recorded, and not
%                called, with systems that are evaluated in C
%   Record       @(t,p,v,z), residual form @(t,x), returns a column; sol.record holds it for all
%                times. It is evaluated after the run. A vectorized system calls it once, with one
%                column per time; with systems in C it is recorded where there are many times. It
%                may take the parameters as last argument
%   Refine       points per step for [t, y] = GEOMS (...) and for OutputFcn if the time span has two
%                times; with more of them the output times are those, and Refine has no effect. In
%                sol = GEOMS (...) stand the steps; use GEOMSVAL between them
%   Progress     'on': runs of more than a second print a bar that shows how much of the time span
%                is done, and an estimate of the time left. Without it a run that has taken 20 s and
%                will take minutes yet is told once (geoms:time:slow; again after four times as long),
%                unless Display is 'off'
%   Checkpoint   name of a MAT-file: every CheckpointInterval seconds and at the end the solution is
%                written to it as sol. s = load (file); sol = geomsextend (s.sol, sys, tf) goes on
%                after the machine has failed. The file is complete at any time
%   MaxWallTime  seconds, looked at after each call of a function, also while initial values are
%                corrected; GEOMSEXTEND continues a run that was ended by it
%   Weights      'mass': what initial velocities are changed by to meet the constraints is measured
%                by its kinetic energy; this is also what a plastic impact does to them
%
%   Example:
%       opts = geomsset ('RelTol', 1e-8, 'AbsTol', struct ('p', 1e-10, 'v', 1e-8));
%       opts = geomsset (opts, 'MaxStep', 0.1);
%       geomsset                              % the list
%
%   See also GEOMSGET, GEOMS, GEOMSRHS, GEOMSEXTEND, GEOMSINIT.

if nargin == 0 && nargout == 0
    show (opt_list ());
    return
end
persistent names none
if isempty (names)
    list = opt_list ();
    names = {list.name};
    none = cell2struct (cell (size (names)), names, 2);
end
opts = none;
if nargin == 0
    return
end
i = 1;
while i <= nargin
    if isstruct (varargin{i})
        check_one (varargin{i});
        opts = take_over (opts, varargin{i});
        i = i + 1;
    elseif i == 1 && ischar (varargin{1}) && is_set (varargin{1}, names, nargin)
        opts = take_over (opts, paper ());
        i = i + 1;
    elseif i == nargin
        error ('geoms:options:pairs', ['Names and values must alternate: the last argument, ', ...
            'a %s, has no partner.'], class (varargin{i}));
    else
        opts = opt_set (opts, varargin{i}, varargin{i + 1});
        i = i + 2;
    end
end
gate_call ('check', opt_core (opts));
if nargout == 0
    fprintf ('%s', print_options (opts));
    clear opts
end

end

function check_one (given)
if numel (given) ~= 1
    error ('geoms:options:type', ['Options must be one struct from geomsset or odeset, not an ', ...
        'array of %d of them.'], numel (given));
end
end

% whether the first argument names the set of options that there is; one without a partner has to
function yes = is_set (word, names, count)
yes = strcmpi (word, 'paper');
if ~yes && mod (count, 2) == 1 && ~any (strcmpi (word, names))
    error ('geoms:options:name', 'There is no set of options ''%s''. %s', word, ...
        check_nearest (word, [{'paper'}, names]));
end
end

function opts = take_over (opts, more)
names = fieldnames (more);
for i = find (~cellfun ('isempty', struct2cell (more)))'
    opts = opt_set (opts, names{i}, more.(names{i}));
end
end

function opts = paper ()
opts = struct ('Initial', 'assume', 'Project', 'off', 'ErrorNorm', 'free', 'NewtonNorm', 'n', ...
    'MaxNewton', 6, 'SelectorUpdate', 'adaptive', 'Selector', 'tangent', 'NewtonUpdates', 0, ...
    'JacobianReuse', -1, 'InitialStep', 0.01, 'NewtonTol', 0, 'Multipliers', 'iterated', ...
    'VelocityRows', 'force', 'AbsTol', 1e-6, 'Invariant', 'eliminate');
end

function show (list)
for i = 1:numel (list)
    e = list(i);
    standard = e.default;
    if ~ischar (standard)
        standard = sprintf ('%g ', standard);
    end
    fprintf ('%s [%s] (%s)\n    %s\n', e.name, strtrim (standard), values_of (e), e.reason);
    show_words (e.name);
end
end

% a line for each formulation or method
function show_words (name)
table = opt_table ();
if strcmp (name, 'Formulation')
    for f = table.formulations
        list = sprintf (', %s', f.methods{:});
        fprintf ('        %-20s %s (%s)\n', f.word, f.meaning, list(3:end));
    end
elseif strcmp (name, 'Method')
    for m = table.methods
        fprintf ('        %-20s %s\n', m.word, m.meaning);
    end
end
end

function text = values_of (e)
switch e.kind
    case 'choice'
        text = sprintf ('%s | ', e.choices{:});
        text = text(1:end - 3);
    case 'tolerance'
        text = sprintf ('number, vector or struct, above %.3g and below %g', e.lowest, e.highest);
    case 'function'
        text = 'function or its name | none';
    case 'index'
        text = 'whole numbers from 1';
    case 'selector'
        text = 'tangent | rows | matrix | struct (p, v) | function';
    case 'file'
        text = 'name of a file';
    otherwise
        text = sprintf ('%s, %g to %g', e.kind, e.lowest, e.highest);
end
end

%!test # names in any case, [] is the default
%! opts = geomsset ('reltol', 1e-8);
%! assert (opts.RelTol, 1e-8);
%! assert (opts.AbsTol, []);
%!error <Did you mean 'MaxStep'> geomsset ('MaxStpe', 1)
%!error <RelTol must be above> geomsset ('RelTol', 0)
%!error <Did you mean 'paper'> geomsset ('papr')
