function result = run_bicycle (file, film)
% RUN_BICYCLE  The Whipple bicycle, from four bodies: where it balances itself.
%   RESULT = RUN_BICYCLE (FILE, FILM) linearises BICYCLE_SYSTEM, riding straight ahead, with
%   GEOMSREDUCE, seeks the speeds between which it is stable, and follows it from 4.6 m/s for 5 s
%   after a push that makes it lean with 0.5 rad/s. FILE is a PNG file, FILM a GIF file; '' or
%   missing: none.
%
%   What to expect: of the motions in lean and steer that are left - weave, an oscillation, capsize
%   and castering - weave grows below 4.292 m/s, capsize above 6.024 m/s, and between these the
%   bicycle balances itself, as Table 2 of the paper says that BICYCLE_SYSTEM names; eigenvalues and
%   both speeds agree with it to 10 digits. After the push the bicycle weaves a few times, rides
%   straight on in another direction, and a little faster: no energy is lost. All constraints, those
%   on speeds among them, hold to rounding.
%
%   RESULT has the fields weave, capsize (speeds), difference (of the eigenvalues at 5 m/s from the
%   paper's), sol, sys, energy (largest change, J), grip (largest ratio of forces along the ground
%   and across it).
%
%   Takes about 1 s.
%
%   See also BICYCLE_SYSTEM, GEOMSREDUCE, GEOMSADDJOINT, GEOMSREACTION.

here = fileparts (mfilename ('fullpath'));
addpath (here, fullfile (here, '..'), fullfile (here, '..', '..', 'toolbox'));
if nargin < 1, file = ''; end
if nargin < 2, film = ''; end

sys = bicycle_system ();
result = stability (sys);
tell (sys, result);
ride = push (sys, 4.6);
for name = fieldnames (ride)'
    result.(name{1}) = ride.(name{1});
end
fprintf (['  pushed at 4.6 m/s: lean at most %.3f, after 5 s %.1e rad, then %.3f m/s\n', ...
    '  energy, largest change %.1e J of %.0f J\n', ...
    '  residuals of the constraints %.1e, friction needed %.2f\n\n'], ...
    max (abs (ride.lean)), ride.lean(end), ride.speed(end), ride.energy, ride.kinetic, ...
    max (ride.sol.residual.relative(:)), ride.grip);
if ~isempty (film)
    geomsanimate (ride.sol, sys, 'File', film, 'Times', 0:0.04:2, 'Size', [640 380], 'View', ...
        [-64 14], 'Trace', {'rear', 'front'});
end
if ~isempty (file)
    write_picture (file, [900 380], @() draw (sys, result));
    fprintf ('The picture: %s\n', file);
end

end

% straight ahead
function x0 = ahead (sys, v)
x0 = struct ('p', sys.tree.start.p, 'v', [v; 0; 0; 0; 0; 0; -v / 0.3; 0; -v / 0.35]);
end

% x' = A x for x = (lean, steer, their speeds): small changes y of the whole obey E N y' = A N y,
% x = L N y, and those with L N y = 0 (another place, direction or speed) stay such
function A = of_balance (sys, v)
form = geomsreduce (sys, 0, ahead (sys, v));
x = [sys.index.p, sys.index.v];
names = [sys.names.p, sys.names.v];
L = zeros (4, numel (form.x));
rows = {'frame.e1', 'fork.q', 'frame.w1', 'fork.v'};
for i = 1:4
    L(i, x(strcmp (rows{i}, names))) = 1 + (i == 1);
end
LN = L * form.N;
A = LN * ((form.E * form.N) \ (form.A * form.N)) * pinv (LN);
end

% real part of weave: of the eigenvalues that oscillate
function growth = weave (sys, v)
e = eig (of_balance (sys, v));
growth = max (real (e(abs (imag (e)) > 0.1)));
end

function r = stability (sys)
r = struct ('weave', fzero (@(v) weave (sys, v), [3.5 5]), ...
    'capsize', fzero (@(v) det (of_balance (sys, v)), [5 7]), 'difference', 0);
paper = [-14.07838969279822; -0.77534188219585 - 4.46486771378823i
    -0.77534188219585 + 4.46486771378823i; -0.32286642900409];
r.difference = max (abs (sorted (eig (of_balance (sys, 5))) - paper));
end

function e = sorted (e)
[~, order] = sortrows (round (1e6 * [real(e), imag(e)]));
e = e(order);
end

function tell (sys, r)
fprintf (['\nThe Whipple bicycle                computed         paper\n', ...
    '  weave grows below, m/s     %14.10f  4.2923825363\n', ...
    '  capsize grows above, m/s   %14.10f  6.0242620154\n', ...
    '  eigenvalues at 5 m/s, largest difference %.1e\n\n', ...
    '  v, m/s    eigenvalues, 1/s\n'], r.weave, r.capsize, r.difference);
for v = [3.5 4 4.6 5.5 6.5]
    e = sorted (eig (of_balance (sys, v)));
    osc = e(imag (e) > 0);
    fprintf ('  %5.1f   %8.4f +- %.4f i, %8.4f, %9.4f\n', v, real (osc), imag (osc), ...
        max (real (e(imag (e) == 0))), min (real (e)));
end
fprintf ('\n');
end

function r = push (sys, v)
x0 = ahead (sys, v);
x0.v(4) = 0.5;
x0 = geomsinit (sys, 0, x0, 'Fixed', struct ('p', 1:10, 'v', [1 4 8]));
sol = geoms (sys, [0 5], x0, 'RelTol', 1e-8, 'AbsTol', 1e-8);
m = geomsmotion (sol, sys, 'rear');
frame = geomsmotion (sol, sys, 'frame');
side = reshape (frame.R(:, 2, :), 3, []);
e = geomsenergy (sol, sys);
rear = geomsreaction (sol, sys, 'rear tyre');
front = geomsreaction (sol, sys, 'front tyre');
F = [rear(1:3, :), front(1:3, :)];
r = struct ('sol', sol, 'sys', sys, 'lean', asin (side(3, :)), 'steer', ...
    sol.p(strcmp ('fork.q', sys.names.p), :), 'speed', -0.3 * sol.v(strcmp ('rear.v', ...
    sys.names.v), :), 'path', m.x(1:2, :), 'energy', max (abs (e.total - e.total(1))), ...
    'kinetic', e.kinetic(1), 'grip', max (sqrt (F(1, :).^2 + F(2, :).^2) ./ F(3, :)));
end

function draw (sys, r)
colours = {[0 0.35 0.7], [0.8 0.2 0.1]};
axes ('position', [0.06 0.13 0.4 0.77]);
hold on
plot ([0 8], [0 0], 'k-');
for v = [r.weave, r.capsize]
    plot ([v v], [-8 6], 'k:');
end
for v = 0:0.1:8
    e = eig (of_balance (sys, v));
    swings = abs (imag (e)) > 1e-6;
    for i = 1:2
        part = real (e(swings == (i == 2)));
        plot (v * ones (size (part)), part, '.', 'color', colours{i});
    end
end
hold off
axis ([0 8 -8 6])
title (sprintf ('Growth [1/s], balanced %.3f to %.3f m/s', r.weave, r.capsize));
xlabel ('speed [m/s]');
axes ('position', [0.56 0.13 0.4 0.77]);
t = linspace (0, 5, 400);
y = interp1 (r.sol.t, [r.lean; r.steer]', t, 'pchip') * 180 / pi;
hold on
for i = 1:2
    plot (t, y(:, i), 'color', colours{i}, 'linewidth', 2);
end
hold off
legend ('lean', 'steer');
title ('Pushed at 4.6 m/s [degrees]');
xlabel ('t [s]');
end
