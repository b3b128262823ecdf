function octave_sweep (members, rounds)
%OCTAVE_SWEEP  Sweeps on one core and on two.
%   octave_sweep (members, rounds) prints, for sweeps of so many members (standard 1000) with other
%   parameters, pendulums over 60 time units and Andrews' mechanism over 0.03 s, native (tests/models,
%   compiled with cc -O2), derived and as trees of bodies:
%     in C        ms of one member within the integration, by the clock, median
%     one, two    seconds by the clock: one worker, the process on one core; two workers on two cores; the
%                 least of so many rounds (standard 3)
%     ratio       of these
%     CPU         seconds, all threads together, of both
%     used        CPU / seconds of both: less than 1 and 2 where others use the cores, which then says more
%                 than the ratio
%     bits        whether all states and times of both are the same
%   Needs taskset and the folders toolbox, tests/data and examples/andrews on the path.

if nargin < 1
    members = 1000;
end
if nargin < 2
    rounds = 3;
end
library = compiled ();
cleaner = onCleanup (@() delete (library));
list = contenders (library, members);
fprintf ('\nSweeps of %d members, one core and two; load of the machine before: %s\n\n', members, load ());
fprintf ('%-18s %8s %8s %8s %7s %8s %8s %6s %6s  %s\n', '', 'in C, ms', 'one, s', 'two, s', 'ratio', ...
    'CPU one', 'CPU two', 'used', 'used', 'bits');
for one = list
    [first, second] = measured (one, rounds);
    same = isequaln (first.results, second.results);
    words = {'differ', 'same'};
    fprintf ('%-18s %8.2f %8.2f %8.2f %7.2f %8.2f %8.2f %6.2f %6.2f  %s\n', one.name, ...
        1e3 * first.within, first.wall, second.wall, first.wall / second.wall, first.cpu, second.cpu, ...
        first.cpu / first.wall, second.cpu / second.wall, words{1 + same});
end

end

function [first, second] = measured (one, rounds)
first.wall = Inf;
second.wall = Inf;
for i = 1:rounds
    first = better (first, one, 1);
    second = better (second, one, 2);
end
end

function best = better (best, one, cores)
pin (cores);
restorer = onCleanup (@() pin (2));
begin = cputime ();
watch = tic ();
results = geomssweep (one.sys, one.tspan, one.x0, one.Q, 'Workers', cores);
wall = toc (watch);
if wall < best.wall
    best.wall = wall;
    best.cpu = cputime () - begin;
    best.within = median (arrayfun (@(r) r.stats.seconds, results));
    best.results = {results.t; results.y};
end
end

% the process onto so many cores; threads that it makes go there, too
function pin (cores)
[status, text] = system (sprintf ('taskset -c -p 0-%d %d 2>&1', cores - 1, feval ('getpid')));
if status ~= 0
    error ('geoms:benchmark:taskset', 'The process cannot be put onto a core: %s', text);
end
end

function list = contenders (library, members)
rand ('twister', 1);
around = @(q) q(:) * ones (1, members) .* (1 + 0.02 * (rand (numel (q), members) - 0.5));
g = 13.750371636040745655;
start = struct ('p', [1; 0]);
derived = geomssys ('mass', eye (2), 'force', @(t,p,v,q) [0; -q(2)], 'constraint', ...
    @(t,p,q) p'*p - q(1)^2, 'parameters', [1 g], 'derive', 'on');
pendulum = {'native', geomssys('library', library, 'symbol', 'model_pendulum', 'parameters', [1 1 g]), ...
    start, around([1 1 g])
    'derived', derived, start, around([1 g])};
[~, x0] = andrews_system ();
tree = geomssys (andrews_bodies (), 'parameters', {'K1.mass', 'K5.inertia'});
andrews = {'native', geomssys('library', library, 'symbol', 'model_andrews', 'parameters', [0.033 4530]), ...
    x0, around([0.033 4530])
    'tree', tree, struct(), around(tree.parameters)};
list = struct ('name', {}, 'sys', {}, 'tspan', {}, 'x0', {}, 'Q', {});
for i = 1:2
    list(end + 1) = entry ('pendulum, ', pendulum(i, :), [0 60]); %#ok<AGROW>
end
for i = 1:2
    list(end + 1) = entry ('Andrews, ', andrews(i, :), [0 0.03]); %#ok<AGROW>
end
end

function one = entry (name, row, tspan)
one = struct ('name', [name, row{1}], 'sys', row{2}, 'tspan', tspan, 'x0', row{3}, 'Q', row{4});
end

function text = load ()
text = strtrim (fileread ('/proc/loadavg'));
end

function library = compiled ()
root = fileparts (fileparts (fileparts (mfilename ('fullpath'))));
library = [tempname(), '.so'];
files = '';
for name = {'pendulum', 'pendulum_exact', 'andrews', 'tools'}
    files = sprintf ('%s "%s.c"', files, fullfile (root, 'tests', 'models', name{1}));
end
[status, text] = system (sprintf ('cc -O2 -shared -fPIC -ffp-contract=off -I "%s" %s -o "%s" -lm 2>&1', ...
    fullfile (root, 'mex', 'core', 'include'), files, library));
if status ~= 0
    error ('geoms:benchmark:compile', 'The models do not compile: %s', text);
end
end
