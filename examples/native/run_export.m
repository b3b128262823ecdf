function result = run_export (tend)
% RUN_EXPORT  A top described in .m, derived, written in C, compiled with one line and run.
%   RESULT = RUN_EXPORT () describes a top whose tip is held, by its masses, forces and constraint
%   alone. With 'derive', 'on' hidden constraints and derivatives follow from these and are interpreted;
%   GEOMSEXPORT writes the same as a file in C, which the compiler makes a library of. Both are
%   integrated over 2 s. Printed are sizes and times, and the largest distance of the two solutions.
%   RESULT is a struct with these numbers. RUN_EXPORT (TEND) does so over TEND.
%
%   What to expect: the solutions are the same to the last bit, for the operations are the same, in the
%   same order and without fused products (-ffp-contract=off). The terms take a third to a half and their
%   derivatives a fifth to a third of the interpreter's time; a run does more than evaluate these and is
%   a tenth to a fifth shorter (4.0 ms instead of 4.7 ms where this was written; compiling takes 0.3 s).
%   So the reason to export is rather that the model needs neither MATLAB nor Octave any more.
%
%   Takes about 1 s.
%
%   See also GEOMSEXPORT, BUILD, RUN_DEMO, GEOMSSYS.

addpath (fullfile (fileparts (mfilename ('fullpath')), '..', '..', 'toolbox'));
if nargin < 1
    tend = 2;
end
sys = top ();
file = fullfile (tempdir (), 'top_written.c');
symbol = geomsexport (sys, file);
watch = tic;
library = build (file);
result = struct ('bytes', numel (fileread (file)), 'operations', sys.derive.operations, ...
    'compiling', toc (watch));
native = geomssys ('library', library, 'symbol', symbol);

% upright but for 0.2 rad, spinning with 40 rad/s about its axis: x turns about the tip at [0 0 -0.1]
e = [cos(0.1); sin(0.1); 0; 0];
x0 = struct ('p', [-rotation(e) * [0; 0; -0.1]; e], 'v', [0; 0; 0; 0; 0; 40]);
x0.v(1:3) = -rotation (e) * cross (x0.v(4:6), [0; 0; -0.1]);
list = {'interpreted', sys; 'compiled', native};
fprintf ('\n  %d + %d operations, %d bytes of C, compiled in %.2f s\n\n', result.operations, ...
    result.bytes, result.compiling);
fprintf ('  %-12s %6s %10s\n', 'top', 'steps', 'time');
for i = 1:2
    seconds = Inf;
    for repeated = 1:3
        sol{i} = geoms (list{i, 2}, [0 tend], x0, 'RelTol', 1e-7, 'AbsTol', 1e-7, 'Dense', ...
            'off'); %#ok<AGROW>
        seconds = min (seconds, sol{i}.stats.seconds);
    end
    result.seconds(i) = seconds;
    result.steps(i) = sol{i}.stats.naccpt;
    fprintf ('  %-12s %6d %7.2f ms\n', list{i, 1}, result.steps(i), 1e3 * seconds);
end
result.distance = max (max (abs (sol{1}.y - sol{2}.y)));
fprintf ('\n  largest distance: %g\n\n', result.distance);

end

% p = [centre of mass; unit quaternion e], v = [its velocity; rotation in axes of the body]
function sys = top ()
m = 0.5;
J = [0.002; 0.002; 0.0008];
sys = geomssys ('mass', [m; m; m; J], ...
    'kinematics', @(t,p) blkdiag (eye (3), rates (p(4:7))), ...
    'force', @(t,p,v) [0; 0; -9.81 * m; cross(J .* v(4:6), v(4:6))], ...
    'constraint', @(t,p) p(1:3) + rotation (p(4:7)) * [0; 0; -0.1], ...
    'invariant', @(t,p,v) p(4:7)' * p(4:7) - 1, ...
    'dims', struct ('np', 7), 'derive', 'on');
end

% e' = rates (e) omega
function E = rates (e)
E = 0.5 * [-e(2), -e(3), -e(4); e(1), -e(4), e(3); e(4), e(1), -e(2); -e(3), e(2), e(1)];
end

% from axes of the body to those of the ground
function R = rotation (e)
a = e(1);
b = e(2);
c = e(3);
d = e(4);
R = [a^2 + b^2 - c^2 - d^2, 2*(b*c - a*d), 2*(b*d + a*c); ...
    2*(b*c + a*d), a^2 - b^2 + c^2 - d^2, 2*(c*d - a*b); ...
    2*(b*d - a*c), 2*(c*d + a*b), a^2 - b^2 - c^2 + d^2];
end
