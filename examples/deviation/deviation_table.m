function deviation_table (found, runs)
% DEVIATION_TABLE  Table 1 of Steinbrecher (2002) with measured entries.
%   DEVIATION_TABLE (FOUND, RUNS) prints for each form, from FOUND (DEVIATION_MEASURE) and RUNS
%   (DEVIATION_RUN): how its residuals grow, which of them jump in the first step - then p, v or lambda
%   should have been consistent -, what oscillates, and how well the predicted residuals are met.
%
%   See also DEVIATION_MEASURE, RUN_DEVIATION.

fprintf ('\nTable 1, measured: residuals of g, gI, gII from the first step on\n\n');
fprintf ('  %-12s %7s  %-27s%-27s%-27s\n', '', 'reached', 'position', 'velocity', 'acceleration');
for i = 1:numel (found)
    text = cell (1, 3);
    for j = 1:3
        text{j} = growth (found(i), j);
    end
    fprintf ('  %-12s %7.4g  %-27s%-27s%-27s\n', found(i).name, runs(i).reached, text{:});
end

fprintf (['\nThe first step: change of g, gI, gII (power of 1/h with which it grows), and what is not ', ...
    'taken\nas it was given\n\n']);
for f = found
    text = sprintf ('%10.2e (%4.1f)  ', [f.jump; f.order]);
    fprintf ('  %-12s %s %s\n', f.name, text, changed (f));
end

fprintf ('\nOscillations: share of steps at which the second difference changes its sign, amplitude\n\n');
fprintf ('  %-12s %-20s%-20s%-20s\n', '', 'p', 'v', 'lambda');
for f = found
    fprintf ('  %-12s %s %s\n', f.name, sprintf ('%5.3f %9.1e     ', [f.flips; f.amplitude]), ...
        oscillates (f));
end

fprintf (['\nPredicted residuals: largest distance, how much it is at half the step size (1/...), and ' ...
    'the\nlatter for the prediction that starts behind the first step\n\n']);
names = {'g', 'gI', 'gII'};
for f = found
    for j = reshape (find (~isnan (f.error)), 1, [])
        fprintf ('  %-12s %-3s %10.2e %6.2f %6.2f\n', f.name, names{j}, f.error(j), f.ratio(j), ...
            f.restarted(j));
    end
end
fprintf ('\n');

end

function text = growth (f, j)
words = {'kept', 'constant', 'linear', 'quadratic', 'cubic'};
if isinf (f.degree(j))
    text = sprintf ('no polynomial, %.1e', f.largest(j));
elseif f.degree(j) < 0
    text = sprintf ('kept, %.0e', f.largest(j));
else
    text = sprintf ('%s, %+.2e', words{f.degree(j) + 2}, f.leading(j));
    if f.degree(j) > 0
        text = sprintf ('%s t^%d', text, f.degree(j));
    end
end
end

function text = changed (f)
names = {'p', 'v', 'lambda'};
text = sprintf ('%s, ', names{f.order > -0.5});
if isempty (text)
    text = 'nothing, ';
end
text = text(1:end - 2);
end

function text = oscillates (f)
names = {'p', 'v', 'lambda'};
text = sprintf ('%s, ', names{f.flips > 0.5 & f.amplitude > 1e-6});
if isempty (text)
    text = 'nothing, ';
end
text = text(1:end - 2);
end
