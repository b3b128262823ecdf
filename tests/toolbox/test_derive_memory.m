function [passed, failed] = test_derive_memory ()
%TEST_DERIVE_MEMORY  Functions that chance, clocks, values kept, global variables or files change: refused,
%   told of along the run, or as they are when called. Never silently frozen.

cases = {
    'chance', @() both(@(t,p) rand * p)
    'chance beside the state', @() both(@(t,p) p + 1e-3 * randn (2, 1))
    'the time of day', @() both(@(t,p) mod (1e5 * now, 1) * p)
    'the day: the same along the run', @() both(@(t,p) floor (now) * 1e-6 * p)
    'a stop watch', @() both(@stop_watch)
    'what was given last', @() both(@last_one)
    'what was computed last, by the time: the same', @() both(@remembered)
    'the greatest time', @() both(@greatest)
    'a counter that does not matter: the same', @() both(@counted)
    'another function from the 10th call on', @() both(@tenth)
    'a table made once: the same', @() both(@table)
    'a global variable that nobody changes: the same', @global_constant
    'a global variable that somebody changes', @global_changed
    'a global variable that counts', @() both(@global_counter)
    'a counter behind a handle', @counter_behind
    'parameters behind a handle: recorded anew', @parameters_behind
    'a file: the same', @() with_file(@(file) both(@(t,p) times_number(file, p)))
    'a file that is written anew', @() with_file(@file_changed)
    'a function works after it was refused', @works_again};
[passed, failed] = geoms_suite ('derive_memory', cases);

end

function sys = described (fcn, derive)
sys = geomssys ('mass', eye (2), 'force', @(t,p,v) [1; 2] - p, 'dynamics', @(t,p,v,z) fcn (t, p), 'dims', ...
    struct ('np', 2, 'nr', 2), 'derive', derive);
end

% recorded: refused, or told of in the run, or the run is that of the function itself
function both (fcn, change)
clear_kept ();
try
    sys = described (fcn, 'on');
catch e
    check (any (strcmp (e.identifier, strcat ('geoms:derive:', {'refused', 'check', 'memory'}))), ...
        '%s: %s', e.identifier, e.message);
    return
end
if nargin > 1
    change ();
end
run = @(sys) geoms (sys, [0 1], struct ('p', [0.5; 1]), 'RelTol', 1e-8, 'AbsTol', 1e-8);
sol = [];
lastwarn ('', '');
evalc ('sol = run (sys);');
[~, told] = lastwarn ();
if ~strcmp (told, 'geoms:derive:differs')
    clear_kept ();
    expected = run (described (fcn, 'off'));
    check_close (sol.r(:, end), expected.r(:, end), 1e-6);
end
end

function clear_kept ()
last_one ();
remembered ();
greatest ();
counted ();
tenth ();
end

function y = stop_watch (t, p) %#ok<INUSL>
watch = tic;
y = (1 + toc (watch)) * p;
end

function y = last_one (t, p) %#ok<INUSL>
persistent last
if nargin == 0
    last = [];
    return
elseif isempty (last)
    last = p;
end
y = p - last;
last = p;
end

function y = remembered (t, p)
persistent key value
if nargin == 0
    key = [];
    return
elseif isempty (key) || ~isequal (key, [t; p])
    key = [t; p];
    value = [p(1)^2; t];
end
y = value;
end

function y = greatest (t, p)
persistent most
if nargin == 0
    most = [];
    return
elseif isempty (most) || t > most
    most = t;
end
y = most * p;
end

function y = counted (t, p) %#ok<INUSL>
persistent count
if nargin == 0 || isempty (count)
    count = 0;
    y = 0;
    if nargin == 0
        return
    end
end
count = count + 1;
y = p;
end

function y = tenth (t, p) %#ok<INUSL>
persistent count
if nargin == 0
    count = 0;
    return
end
count = count + 1;
y = p;
if count > 9
    y = 2 * p;
end
end

function y = table (t, p) %#ok<INUSL>
persistent A
if isempty (A)
    A = zeros (2);
    A(1, 2) = 3;
end
y = A * p;
end

function y = of_global (t, p) %#ok<INUSL>
global GEOMS_TEST_GAIN
y = GEOMS_TEST_GAIN * p;
end

function global_constant ()
global GEOMS_TEST_GAIN
GEOMS_TEST_GAIN = 3;
both (@of_global);
end

function global_changed ()
global GEOMS_TEST_GAIN
GEOMS_TEST_GAIN = 3;
both (@of_global, @set_gain);
check (GEOMS_TEST_GAIN == 4);
end

function set_gain ()
global GEOMS_TEST_GAIN
GEOMS_TEST_GAIN = 4;
end

function y = global_counter (t, p) %#ok<INUSL>
global GEOMS_TEST_GAIN
GEOMS_TEST_GAIN = GEOMS_TEST_GAIN + 1;
y = GEOMS_TEST_GAIN * p;
end

function counter_behind ()
kept = containers.Map ({'n'}, {0});
both (@(t,p) add_one (kept) * p);
end

function n = add_one (kept)
kept('n') = kept('n') + 1; %#ok<NASGU>
n = kept('n');
end

function parameters_behind ()
q = containers.Map ();
q('k') = {1, 'text'};
sys = geomssys ('mass', 1, 'force', @behind, 'parameters', q, 'dims', struct ('np', 1), 'derive', 'on');
check (force_at_two (sys) == -2);
q('k') = {4, 'text'};
check (force_at_two (sys) == -8);
q('other') = 1;
check (force_at_two (sys) == -9);
end

function f = behind (t, p, v, q) %#ok<INUSL>
k = q('k');
f = -k{1} * p - q.isKey ('other');
end

function f = force_at_two (sys)
terms = geomsterms (sys, 0, struct ('p', 2));
f = terms.f;
end

function with_file (test)
file = [tempname(), '.txt'];
cleaner = onCleanup (@() delete (file));
write_number (file, 2);
test (file);
end

function write_number (file, x)
handle = fopen (file, 'w');
fprintf (handle, '%g', x);
fclose (handle);
end

function y = times_number (file, p)
y = str2double (fileread (file)) * p;
end

function file_changed (file)
both (@(t,p) times_number (file, p), @() write_number (file, 3));
end

function works_again ()
clear_kept ();
try
    described (@last_one, 'on');
catch
end
clear_kept ();
y = last_one (0, [1; 2]);
check (isa (y, 'double') && isequal (y, [0; 0]));
zeros_of = zeros (2);
check (isa (zeros_of, 'double'));
end
