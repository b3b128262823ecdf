function list = malformed_results ()
%MALFORMED_RESULTS  Calls with runs of trees, files and sweeps for MALFORMED_TARGETS: {name, arguments; ...}.

list = {
    'geomsmotion', @motion_call
    'geomsreaction', @reaction_call
    'geomsenergy', @energy_call
    'geomsanimate', @film_call
    'geomsexport', @export_call
    'geomssweep', @sweep_call};

end

function call = call_of (fcn, list)
call = struct ('fcn', fcn, 'list', {list}, 'outputs', 1, 'after', @() 0);
end

% runs of a chain in the plane with a loop, and of a ball in space: {sol, sys}
function one = some_run ()
persistent kept
if isempty (kept)
    rod = {'mass', 1, 'com', [0.5 0], 'inertia', 1/12};
    flat = geomsaddbody (geomstree ('planar', true), 'arm', rod{:});
    flat = geomsaddbody (flat, 'hand', 'parent', 'arm', 'at', [1 0], rod{:});
    flat = geomsaddmarker (flat, 'hand.tip', [1 0]);
    flat = geomsaddjoint (flat, 'rod', {'hand', [1 0]}, {'ground', [2 1]}, 'name', 'tie');
    ball = geomsaddbody (geomstree (), 'ball', 'joint', 'spherical', 'mass', 1, 'com', [0.5 0 0], ...
        'inertia', [1 1 1.5]);
    ball = geomsaddjoint (ball, 'rod', {'ball', [1 0 0]}, {'ground', [1 1 0]}, 'name', 'tie');
    kept = {with_run(flat), with_run(ball)};
end
one = malformed_draw (kept);
end

function one = with_run (tree)
sys = geomssys (tree);
one = {geoms(sys, [0 0.1]), sys};
end

function times = some_times ()
times = malformed_draw ({0.1, [0 0.05], zeros(1, 0)});
end

function call = motion_call ()
one = some_run ();
point = malformed_draw ({'ground', {'ground', [0 0 1]}, bodies(one{2}), {bodies(one{2}), [1 0]}});
list = [one, {point, some_times()}];
call = call_of (@(varargin) malformed_at_most (4, @geomsmotion, varargin{:}), list(1:2 + malformed_draw (2)));
end

function name = bodies (sys)
name = 'arm';
if ~sys.tree.planar
    name = 'ball';
end
end

function call = reaction_call ()
one = some_run ();
list = [one, {malformed_draw({bodies(one{2}), 'tie'}), some_times(), 'axes', ...
    malformed_draw({'world', 'joint'})}];
call = call_of (@geomsreaction, list(1:malformed_draw ({3, 4, 6})));
end

function call = energy_call ()
one = some_run ();
list = [one, {some_times()}];
call = call_of (@(varargin) malformed_at_most (3, @geomsenergy, varargin{:}), list(1:1 + malformed_draw (2)));
end

% a film of two pictures; most of them are not drawn
function call = film_call ()
one = some_run ();
pairs = {'FrameRate', 10, 'Speed', 1, 'View', [10 20], 'Trace', bodies(one{2}), ...
    'Follow', bodies(one{2}), 'Points', malformed_guard(@(t, x) [x(1) 1; 0 1])};
list = [one, {'File', malformed_draw({'film.gif', 'film%d.png'}), 'Times', [0 0.1], 'Size', [60 40]}];
for i = 1:malformed_draw (3) - 1
    k = 2 * malformed_draw (numel (pairs) / 2);
    list = [list, pairs(k - 1:k)]; %#ok<AGROW>
end
call = call_of (@short_film, list);
call.after = @() close ('all');
end

% one film in five is drawn
function times = short_film (varargin)
if malformed_draw () < 0.8 && numel (varargin) > 1
    varargin = [varargin, {'Draw', @not_drawn}];
end
times = geomsanimate (varargin{:});
end

function not_drawn (~, ~)
error ('user:own', 'Nothing is drawn.');
end

function call = export_call ()
persistent kept
if isempty (kept)
    kept = {geomssys('mass', [1 1], 'force', malformed_guard(@(t,p,v) [0; -9.81]), 'constraint', ...
        malformed_guard(@(t,p) p'*p - 1), 'derive', 'on'), geomssys('mass', 2, 'force', ...
        malformed_guard(@(t,p,v,z,q) -q*p), 'parameters', 3, 'dims', struct('np', 1), 'derive', 'on')};
end
file = malformed_draw ({'model.c', 'model.m'});
list = malformed_draw ({{kept{1}, file, 0, struct('p', [1; 0])}, ...
    {kept{2}, file, 0, struct('p', 1), 'Symbol', 'other'}});
call = call_of (@geomsexport, list);
end

function call = sweep_call ()
persistent sys
if isempty (sys)
    sys = geomssys ('mass', [1 1], 'force', malformed_guard (@(t,p,v,z,q) [0; -q]), 'constraint', ...
        malformed_guard (@(t,p) p'*p - 1), 'parameters', 9.81, 'derive', 'on');
end
pairs = {'Workers', 2, 'Workers', 1, 'Reduce', malformed_guard(@(sol) sol.t(end)), 'Reduce', ...
    malformed_guard(@(sol, k) k), 'Progress', malformed_guard(@(done, count) 0), 'RelTol', 1e-3, ...
    'Events', malformed_guard(@(t, p, v) p(1) - 0.9)};
list = {sys, [0 0.05], struct('p', {[1; 0], [0; 1]}), [9 10]};
for i = 1:malformed_draw (3) - 1
    k = 2 * malformed_draw (numel (pairs) / 2);
    list = [list, pairs(k - 1:k)]; %#ok<AGROW>
end
call = call_of (@short_sweep, list);
end

function results = short_sweep (varargin)
if numel (varargin) > 3
    varargin = [varargin, {'MaxSteps', 20, 'MaxWallTime', 3}];
end
results = geomssweep (varargin{:});
end
