function result = figure6 (file)
% FIGURE6  Figure 6 of Steinbrecher (2007), recomputed: when selectors change along a swinging pendulum.
%   RESULT = FIGURE6 (FILE) integrates the pendulum of Example 4.1 (g = 13.75) over [0, 5] from p = (0, -1)
%   with the initial velocities 2.8 and 2.9 and, with FILE given, draws p2 (t) of both with the altitude
%   of a deviation by 45 degrees, p2 = -1/sqrt (2), into a PNG file. It prints how often the motion passes
%   that altitude - events |p1| = |p2| of an accurate run -, and beside it how often the settings of the
%   published GEOMS (geomsset ('paper'), lambda = 0 at the start) determined the selectors, NSEL, less the
%   rejections by Newton's method, NCRJCT, with the published numbers of Tables 3 and 4.
%
%   The constraint has the Jacobian 2 [p1 p2], whose larger entry is its pivot: at 45 degrees the other one
%   becomes the larger, the pivots change, and with them the selectors. Hence
%
%       NSEL = NCRJCT + passages + 1,
%
%   the last one for the start.
%
%   What to expect: no passage with 2.8, which reaches p2 = -0.715 (published: p = (+-0.699, -0.715)); 12
%   passages with 2.9, which reaches -0.694. NSEL - NCRJCT is 1 and 13 at all three tolerances, as
%   published. A second.
%
%   RESULT has one element per velocity with the fields velocity, t, p (the accurate run), passages (their
%   times), highest (of p2), nsel, ncrjct (one value for each of 1e-7, 1e-8, 1e-9) and
%   published (2 x 3: NSEL, NCRJCT).
%
%   Takes about 2 s.
%
%   See also TABLES, FIGURES, PENDULUM_RESIDUAL.

here = fileparts (mfilename ('fullpath'));
addpath (here, fullfile (here, '..'), fullfile (here, '..', '..', 'toolbox'));
velocities = [2.8 2.9];
published = {[2 2 2; 1 1 1], [26 19 19; 13 6 6]};
for i = 1:2
    result(i) = swing (velocities(i), published{i}); %#ok<AGROW>
end
show (result);
if nargin > 0
    write_picture (file, [900 420], @() draw (result));
    fprintf ('The picture: %s\n', file);
end

end

function r = swing (velocity, published)
sys = pendulum_residual (13.75);
x0 = [0; velocity; 0; 0; -1];
sol = geoms (sys, [0 5], x0, 'RelTol', 1e-10, 'AbsTol', 1e-10, 'Events', @passes);
t = linspace (0, 5, 1001);
x = geomsval (sol, t);
r = struct ('velocity', velocity, 't', t, 'p', x(4:5, :), 'passages', sol.xe, ...
    'highest', max (x(5, :)), 'nsel', [], 'ncrjct', [], 'published', published);
for tolerance = [1e-7 1e-8 1e-9]
    opts = geomsset (geomsset ('paper'), 'RelTol', tolerance, 'AbsTol', tolerance);
    sol = geoms (sys, [0 5], x0, opts);
    r.nsel(end + 1) = sol.stats.nsel;
    r.ncrjct(end + 1) = sol.stats.ncrjct;
end
end

% the two entries of the constraint's Jacobian are of the same size
function [value, terminal, direction] = passes (~, x)
value = x(4)^2 - x(5)^2;
terminal = 0;
direction = 0;
end

function show (result)
fprintf ('\nPassages of 45 degrees and determinations of the selectors; published in brackets\n\n');
fprintf ('  %5s %8s %9s %10s %10s %10s %16s\n', 'v10', 'highest', 'passages', 'tolerance', 'NSEL', ...
    'NCRJCT', 'NSEL - NCRJCT');
for r = result
    for k = 1:3
        fprintf ('  %5.1f %8.4f %9d %10.0e %5d (%2d) %5d (%2d) %11d (%2d)\n', r.velocity, r.highest, ...
            numel (r.passages), 10^(-6 - k), r.nsel(k), r.published(1, k), r.ncrjct(k), ...
            r.published(2, k), r.nsel(k) - r.ncrjct(k), r.published(1, k) - r.published(2, k));
    end
end
fprintf ('\n');
end

function draw (result)
axes ('position', [0.08 0.14 0.89 0.81]);
colors = [0 0.35 0.7; 0.8 0.2 0.1];
for i = 1:2
    plot (result(i).t, result(i).p(2, :), 'color', colors(i, :), 'linewidth', 2);
    hold on
end
level = -1 / sqrt (2);
plot ([0 5], [level level], '--', 'color', [0.4 0.4 0.4], 'linewidth', 1);
plot (result(2).passages, level + 0 * result(2).passages, 'o', 'color', colors(2, :), 'markersize', 6, ...
    'linewidth', 1.5);
axis ([0 5 -1.02 -0.6]);
grid on
xlabel ('t');
ylabel ('p_2');
legend ({'v_{10} = 2.8', 'v_{10} = 2.9', '45 degrees', sprintf('%d passages', numel (result(2).passages))}, ...
    'location', 'north', 'orientation', 'horizontal');
end
