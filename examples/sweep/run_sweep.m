function result = run_sweep (file, members, workers)
% RUN_SWEEP  A crank press with tolerances: how much its timing and its depth scatter, and why.
%   RESULT = RUN_SWEEP (FILE, MEMBERS, WORKERS) makes MEMBERS presses (default 400) whose lengths, motor and
%   friction lie within their tolerances, lets each run up from rest for two strokes (GEOMSSWEEP), and notes
%   the time of the second dead centre and how deep the ram has come. A linear fit says what share of the
%   variance comes from which tolerance.
%
%   What to expect: the time, 351 ms, scatters by 5 ms (standard deviation), which come from motor and
%   friction, half and half, while 0.5 mm in the lengths hardly matter. The depth scatters by 0.4 mm through
%   crank and rod alone: it is sqrt ((crank + rod)^2 - offset^2), to the tolerance of the runs. The fits
%   leave less than 1 %. The numbers are the same for any number of WORKERS (default: all processors).
%
%   FILE is a PNG file with both; '' or missing: none. RESULT has the fields time, depth (1 x members), q (the
%   parameters, 5 x members), share (5 x 2), linear (1 x 2: what the fit explains), results (of GEOMSSWEEP).
%
%   Takes about 2 s.
%
%   See also PRESS_SYSTEM, PRESS_START, GEOMSSWEEP.

here = fileparts (mfilename ('fullpath'));
addpath (here, fullfile (here, '..'), fullfile (here, '..', '..', 'toolbox'));
if nargin < 1, file = ''; end
if nargin < 2, members = 400; end
if nargin < 3, workers = []; end

names = {'crank', 'rod', 'offset', 'torque', 'friction'};
nominal = [0.12; 0.35; 0.01; 60; 50];
tolerance = [0.0005; 0.0005; 0.0005; 3; 5];
rand ('twister', 7);
u = 2 * rand (5, members) - 1;
q = nominal * ones (1, members) + (tolerance * ones (1, members)) .* u;
X0 = arrayfun (@(k) press_start (q(:, k), pi), 1:members);

sys = press_system (nominal);
results = geomssweep (sys, [0 0.6], X0, q, 'Reduce', @strokes, 'Events', @turns, 'RelTol', 1e-7, ...
    'AbsTol', 1e-7, 'Workers', workers);
value = [results.value];
result = struct ('time', value(1, :), 'depth', value(2, :), 'q', q, 'share', zeros (5, 2), 'linear', ...
    zeros (1, 2), 'results', results);
for i = 1:2
    [result.share(:, i), result.linear(i)] = shares (u, value(i, :));
end

fprintf ('\n%d presses: second dead centre after %.1f +- %.1f ms, depth %.2f +- %.2f mm\n\n', members, ...
    1e3 * mean (result.time), 1e3 * deviation (result.time), 1e3 * mean (result.depth), ...
    1e3 * deviation (result.depth));
fprintf ('%-10s  time %%  depth %%\n', 'share of');
for i = 1:5
    fprintf ('%-10s  %6.1f  %7.1f\n', names{i}, 100 * result.share(i, :));
end
fprintf ('%-10s  %6.1f  %7.1f\n\n', 'together', 100 * result.linear);
if ~isempty (file)
    write_picture (file, [760 300], @() picture (result, names));
end
if nargout == 0
    clear result    % it fills the screen
end

end

% the ram turns back; the crank has passed its second dead centre: the run ends
function [value, stop, direction] = turns (t, p, v) %#ok<INUSL>
value = [v(5); p(1) - 4.5 * pi];
stop = [0; 1];
direction = [-1; 1];
end

% time and place of the ram when it turns back for the second time
function y = strokes (sol)
at = find (sol.ie == 1 & sol.xe > 0, 2);
y = [sol.xe(at(2)); sol.ye(end, at(2))];
end

% y = c0 + c'u: all u have the same variance; what they bring, and what the fit explains
function [share, linear] = shares (u, y)
y = y - mean (y);
A = [ones(size (u, 2), 1), u'];
c = A \ y';
linear = 1 - sum ((y' - A * c).^2) / sum (y.^2);
share = linear * c(2:end).^2 / sum (c(2:end).^2);
end

function s = deviation (y)
s = sqrt (sum ((y - mean (y)).^2) / (numel (y) - 1));
end

function picture (result, names)
subplot ('position', [0.09 0.17 0.37 0.7]);
plot (1e3 * result.time, 1e3 * result.depth, '.', 'markersize', 5, 'color', [0.1 0.35 0.6]);
xlabel ('second dead centre (ms)');
ylabel ('depth (mm)');
title (sprintf ('%d presses within their tolerances', numel (result.time)));
subplot ('position', [0.57 0.17 0.4 0.7]);
hold ('on');
colors = [0.1 0.35 0.6; 0.85 0.5 0.1];
for i = 1:2
    for j = 1:5
        x = j + 0.38 * (i - 2) + [0 0.34 0.34 0];
        fill (x, 100 * result.share(j, i) * [0 0 1 1], colors(i, :), 'edgecolor', 'none');
    end
end
text (3.2, 88, 'of the time', 'color', colors(1, :));
text (3.2, 78, 'of the depth', 'color', colors(2, :));
set (gca (), 'xtick', 1:5, 'xticklabel', names, 'xlim', [0.4 5.6], 'ylim', [0 100]);
ylabel ('share of the variance (%)');
title ('where it comes from');
end
