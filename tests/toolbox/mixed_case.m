function [outcome, text, seconds, kind] = mixed_case (number)
%MIXED_CASE  A run and what is done with it, drawn at random; always the same for the same number.
%   One of MIXED_SYSTEMS, formulation and method of STRENGTH_PAIRS, tolerances, events, actions, outputs that
%   stop it or raise an error, a file; then values, extensions, checks, sweeps, comparisons, pictures.
%   outcome    'accepted', or the identifier of the error; text: its message; seconds: of computing time
%   kind       name of the system and what was done

malformed_draw ('seed', number);
text = '';
outcome = 'accepted';
watch = cputime ();
one = mixed_systems (malformed_draw (mixed_systems ()));
pairs = strength_pairs ();
pair = malformed_draw (size (pairs, 1));
if one.large
    pair = malformed_draw (5);    % those of psf
end
names = {'geomsval', 'geomsextend', 'a file', 'geomsterms', 'geomscheck', 'geomsinit', 'geomsrhs', ...
    'geomssweep', 'geomscompare', 'geomsplot', 'results of bodies', 'geomsreduce', 'geomsexport', 'again'};
action = malformed_draw (names);
if ~strcmp (one.sys.form, 'tree') && strcmp (action, 'results of bodies')
    action = 'geomsplot';
elseif ~strcmp (one.sys.form, 'mechanical') && strcmp (action, 'geomsexport')
    action = 'a file';
end
kind = sprintf ('%s, %s, %s', one.name, pairs{pair, 1}, action);
try
    pair = pairs{pair, 2};
    tspan = malformed_draw ({[0 one.tend], [0 one.tend], linspace(0, one.tend, 7)});
    options = [pair, {'MaxSteps', 200, 'MaxWallTime', 5, 'RelTol', 10 ^ -(1 + malformed_draw (5))}, drawn(one)];
    sol = geoms (one.sys, tspan, one.x0, options{:});
    after (action, one, sol, pair);
catch e
    [outcome, text] = error_told (e);
end
close ('all');
seconds = cputime () - watch;

end

% options, none twice
function list = drawn (one)
list = {};
if strcmp (one.sys.form, 'residual')
    event = @(t, x) x(end) - 0.9 * one.tend + 0 * t;
    record = @(t, x) x(1, :);
else
    event = @(t, p, v) [t - one.tend / 3; p(end)];
    record = @(t, p, v) [p; v];
end
if malformed_draw () < 0.4
    list = {'Events', event};
end
if malformed_draw () < 0.2
    list = [list, {'Record', record}];
end
if malformed_draw () < 0.2
    list = [list, {'OutputFcn', malformed_draw({@stops, @raises, @goes_on})}];
end
if malformed_draw () < 0.1
    list = [list, {'Dense', 'off'}];
end
if malformed_draw () < 0.1
    list = [list, {'ConstraintDecomposition', malformed_draw({'qr', 'svd'})}];
end
end

function stop = goes_on (varargin) %#ok<VANUS>
stop = false;
end

function stop = stops (varargin) %#ok<VANUS>
stop = malformed_draw () < 0.2;
end

function stop = raises (varargin) %#ok<VANUS>
stop = false;
if malformed_draw () < 0.2
    error ('user:own', 'The user''s own error.');
end
end

function after (action, one, sol, pair)
limits = {'MaxSteps', 100, 'MaxWallTime', 3};
switch action
    case 'geomsval'
        geomsval (sol, linspace (sol.t(1), sol.t(end), 9), one.sys);
    case 'geomsextend'
        sol = geomsextend (sol, one.sys, 2 * one.tend, [], 'Events', 'none', 'OutputFcn', 'none', 'Record', 'none');
        geomsextend (sol, one.sys, 3 * one.tend, one.x0);
    case 'a file'
        file = [tempname(), '.mat'];
        save (file, 'sol');
        sol = getfield (load (file), 'sol'); %#ok<GFLD>
        delete (file);
        geomsextend (sol, one.sys, 2 * one.tend, [], 'Events', 'none', 'OutputFcn', 'none', 'Record', 'none');
    case 'geomsterms'
        geomsterms (one.sys, 0, one.x0);
    case 'geomscheck'
        geomscheck (one.sys, 0, one.x0, 'States', 1);
    case 'geomsinit'
        geomsinit (one.sys, 0, one.x0);
    case 'geomsrhs'
        [f, ode] = geomsrhs (one.sys, 'uode');
        f (0, ode.pack (one.x0));
    case 'geomssweep'
        geomssweep (one.sys, [0 one.tend / 2], one.x0, [], pair{:}, limits{:});
    case 'geomscompare'
        geomscompare (one.sys, [0 one.tend / 4], one.x0, 'Formulations', {'psf', pair{2}}, 'Tolerances', 1e-3, ...
            'Display', 'off', 'Plot', 'off', 'Options', geomsset (limits{:}));
    case 'geomsplot'
        geomsplot (sol);
    case 'results of bodies'
        geomsenergy (sol, one.sys);
        geomsreaction (sol, one.sys, one.sys.tree.names.bodies{1});
        geomsmotion (sol, one.sys, one.sys.tree.names.bodies{end});
    case 'geomsreduce'
        geomsreduce (one.sys, 0, one.x0);
    case 'geomsexport'
        exported (one);
    case 'again'
        again = geoms (one.sys, [0 one.tend], one.x0, pair{:}, limits{:});
        other = geoms (one.sys, [0 one.tend], one.x0, pair{:}, limits{:});
        check (isequal (again.t, other.t) && isequaln (again.y, other.y), 'another run, other bits');
end
end

function exported (one)
file = [tempname(), malformed_draw({'.c', '.m'})];
remover = onCleanup (@() delete (file));
fclose (fopen (file, 'w'));
geomsexport (one.sys, file, 0, one.x0, 'Symbol', 'model_of_mixed');
end
