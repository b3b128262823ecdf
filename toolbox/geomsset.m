function opts = geomsset (varargin)
%GEOMSSET  Options for GEOMS.
%   OPTS = GEOMSSET ('Name', value, ...) sets options by name, in any case; [] is the default.
%   OPTS = GEOMSSET (OLD, 'Name', value, ...) changes a copy of OLD.
%   OPTS = GEOMSSET (OLD, NEW) takes over what is set in NEW.
%   OPTS = GEOMSSET ('paper', ...) starts with the settings of the published GEOMS (Steinbrecher
%   2007), as far as they are known.
%   GEOMSSET without arguments lists every option with its values, its default and what it is for.
%
%   OLD and NEW may come from ODESET: RelTol, AbsTol, InitialStep, MaxStep, MinStep, Events,
%   OutputFcn, OutputSel, Refine and Stats are used; another field that is not empty is an error
%   that says where it goes.
%
%   OPTS is a struct with all names; what is not set is []. RelTol and AbsTol (default 1e-6) are one
%   number, n values in the order [w; lambda; mu; r; v; s; p], or a struct with some of these names
%   as fields. Functions are handles or names, 'none' is no function.
%
%   Formulation says which equations are integrated, Method by what. g, gI, gII are the constraints
%   on position, velocity and acceleration level:
%
%     Formulation       keeps to rounding       what for
%     psf               g, gI, gII              everything
%     psi1              g, gI                   multipliers need not be accurate
%     index1-explicit   nothing; dopri5: gII    to compare: v' and lambda at once
%     index1-implicit   nothing                 the same, M is not inverted
%     uode              gII                     v' as a function of p, v
%     partition-fixed   gI, gII                 the user's independent coordinates
%     partition-qr      gI, gII                 little drift at little cost
%     partition-svd     gI, gII                 the same, also if constraints are redundant
%
%     Method            order   steps           what for
%     radau5            5       variable        everything; 'auto' of psf, psi1, index1-*
%     dopri5            5       variable        nothing is stiff; 'auto' of uode and partition-*;
%                                               not for psi1 and index1-implicit
%     bdf               1 to 5  variable        smooth motion, stiff or not, where each call of the
%                                               functions is expensive; not for stiff springs
%                                               beside constraints, there radau5 is better
%     bdf-fixed         Order   Step            studies of methods, real time: steps that cost alike
%     trapezoidal       2       Step            the same; nothing is damped
%
%   What is not kept drifts away with the errors of the steps (with all methods but dopri5 also gII
%   of the partitions and of uode holds to tolerance only). All but psf and psi1 with an implicit
%   method solve for the accelerations: they do not exist for systems with auxiliary variables w,
%   contact points s, or forces that depend on the multipliers.
%
%   Some more words on a few options:
%
%   Project      'on': g, gI, gII (psi1: g, gI) and invariants are met to rounding after each step;
%                'off': nothing is corrected. 'auto' is 'on' for psf and psi1
%   Step         fixed step size; the last step ends at the end of the time span. bdf-fixed and
%                trapezoidal need it, and nothing estimates their error: halve it and compare
%   Order        of bdf-fixed, 1 to 6 (default 2); radau5 makes its first Order - 1 steps
%   MaxOrder     of bdf, 1 to 5 (default 5); 2 where a weakly damped motion is stiff
%   Independent  partition-fixed: as many numbers of velocities as there are degrees of freedom. A
%                run that leads past a state at which they do not determine the others warns,
%                geoms:partition:passed. Without them the best ones are found by pivoting, and
%                others are chosen where PartitionLimit is exceeded; SOL.info.partition tells
%   Events, EventAction, OutputFcn    see GEOMSFCN_EVENTS, GEOMSFCN_OUTPUT
%   Record       @(t,p,v,z), residual form @(t,x), returns a column; sol.record holds it for all
%                times. It is evaluated after the run. A vectorized system calls it once, with one
%                column per time. It may take the parameters as last argument
%   Refine       points per step for [t, y] = GEOMS (...) and for OutputFcn if the time span has two
%                times; with more of them the output times are those, and Refine has no effect. In
%                sol = GEOMS (...) stand the steps; use GEOMSVAL between them
%   Progress     'on': runs of more than a second print a bar that shows how much of the time span
%                is done, and an estimate of the time left
%   Checkpoint   name of a MAT-file: every CheckpointInterval seconds and at the end the solution is
%                written to it as sol. s = load (file); sol = geomsextend (s.sol, sys, tf) goes on
%                after the machine has failed. The file is complete at any time
%   MaxWallTime  seconds; GEOMSEXTEND continues a run that was ended by it
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
    show (geoms_optionlist ());
    return
end
names = {geoms_optionlist().name};
opts = cell2struct (cell (size (names)), names, 2);
i = 1;
while i <= nargin
    if isstruct (varargin{i})
        need_one (varargin{i});
        opts = take_over (opts, varargin{i});
        i = i + 1;
    elseif i == 1 && ischar (varargin{1}) && is_set (varargin{1}, names, nargin)
        opts = take_over (opts, paper ());
        i = i + 1;
    elseif i == nargin
        error ('geoms:options:pairs', ['Names and values must alternate: the last argument of ', ...
            'geomsset, a %s, has no partner.'], class (varargin{i}));
    else
        opts = geoms_setoption (opts, varargin{i}, varargin{i + 1});
        i = i + 2;
    end
end
geoms_gateway ('check', opts);

end

function need_one (given)
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
        geoms_nearest (word, [{'paper'}, names]));
end
end

function opts = take_over (opts, more)
names = fieldnames (more);
for i = 1:numel (names)
    if ~isempty (more.(names{i}))
        opts = geoms_setoption (opts, names{i}, more.(names{i}));
    end
end
end

function opts = paper ()
opts = struct ('Initial', 'assume', 'Project', 'off', 'ErrorNorm', 'free', 'NewtonNorm', 'n', ...
    'MaxNewton', 6, 'SelectorUpdate', 'adaptive', 'Selector', 'tangent', 'NewtonUpdates', 0, ...
    'JacobianReuse', -1, 'InitialStep', 0.01, 'NewtonTol', 0);
end

function show (list)
for i = 1:numel (list)
    e = list(i);
    standard = e.default;
    if ~ischar (standard)
        standard = sprintf ('%g ', standard);
    end
    fprintf ('%s [%s] (%s)\n    %s\n', e.name, strtrim (standard), values_of (e), e.reason);
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
