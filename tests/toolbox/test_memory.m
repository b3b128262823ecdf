function [passed, failed] = test_memory ()
%TEST_MEMORY  What is done again and again leaves the memory of the process as it was. At length, with all
%   that can be done in a run: tests/run --mixed.

cases = {
    'looks at a system', @looks
    'runs, and values of solutions', @runs
    'runs that a function of the user ends', @ended
    'calls that are refused', @refused};
if isnan (resident_megabytes ())
    fprintf ('skip memory: how much this process has in use is not known here\n');
    cases = cases([], :);
end
[passed, failed] = geoms_suite ('memory', cases);

end

% a tenth of the calls first, which fill what is kept; then no more than 200 bytes each may stay
function stays (count, fcn)
for i = 1:count / 10
    fcn ();
end
before = resident_megabytes ();
for i = 1:count
    fcn ();
end
grown = 2^20 * (resident_megabytes () - before) / count;
check (grown < 200, '%.0f bytes stay of each call', grown);
end

function looks ()
old = cd (fullfile (fileparts (which ('geoms')), 'private'));
back = onCleanup (@() cd (old));
mex = @geoms_mex;
clear back
sys = pendulum ('mechanical');
sys.more = {1:3, eye(3), {struct('a', {1, 'two', @sin})}, complex(1, 1), sparse(1)};
stays (2000, @() mex ('digest', sys));
end

function runs ()
sys = geomssys ('mass', [1 1], 'force', @(t,p,v) [0; -9.81], 'constraint', @(t,p) p'*p - 1, 'derive', 'on');
stays (250, @() run_and_look (sys));
end

function run_and_look (sys)
sol = geoms (sys, [0 0.02], struct ('p', [1; 0]));
geomsval (sol, 0.01);
end

function ended ()
sys = geomssys ('mass', 1, 'force', @(t,p,v) -p(1 + (t > 0.01)), 'derive', 'off', 'dims', struct ('np', 1));
stays (250, @() fails (sys));
end

function fails (sys)
try
    sol = geoms (sys, [0 1], struct ('p', 1)); %#ok<NASGU>
    error ('geoms:test:error', 'The error was lost.');
catch e
    check (~strncmp (e.identifier, 'geoms:', 6), '%s', e.message);
end
end

function refused ()
sys = pendulum ('mechanical');
stays (250, @() check_error ('geoms:options:value', @() geoms (sys, [0 1], struct ('p', [1; 0]), 'RelTol', -1)));
end
