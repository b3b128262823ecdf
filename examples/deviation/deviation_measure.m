function found = deviation_measure (coarse, fine)
% DEVIATION_MEASURE  How far a run leaves the constraints, what oscillates, what the first step does.
%   FOUND = DEVIATION_MEASURE (COARSE, FINE) looks at two runs of one form (DEVIATION_RUN), FINE with half
%   the step size, and returns a struct. One value for each of g, gI, gII, from the first step on:
%
%       largest     largest absolute value
%       degree      least degree of a polynomial in t that leaves at most 2 % of that: 0 constant,
%                   1 linear, 2 quadratic; -1 below 1e-12, Inf if none up to 3 does
%       leading     its leading coefficient, otherwise NaN
%       error       largest distance from the prediction that starts at t = 0; NaN for what the form
%                   contains and what is hidden above that
%       ratio       this of COARSE over that of FINE
%       restarted   ratio, for the prediction that starts behind the first step
%       jump        change in the first step
%       order       log2 of the jump of FINE over that of COARSE: -1 the change goes to zero with the
%                   step size, 0 it jumps, 1 and 2 it grows like 1/h, 1/h^2
%
%   and one value for each of p, v, lambda (the largest of their components):
%
%       flips       share of the steps at which the second difference changes its sign
%       amplitude   largest second difference over 4: that of an oscillation from step to step
%
%   See also DEVIATION_RUN, DEVIATION_TABLE, RUN_DEVIATION.

found = struct ('name', coarse.name, 'largest', max (abs (coarse.residual(:, 2:end)), [], 2)');
for i = 1:3
    [found.degree(i), found.leading(i)] = growth (coarse.t(2:end), coarse.residual(i, 2:end));
end
drifting = 1:min ([coarse.kept, 4]) - 1;
[found.error, found.ratio, found.restarted] = deal (NaN (1, 3));
found.error(drifting) = distance (coarse, 'predicted', drifting);
found.ratio(drifting) = found.error(drifting) ./ distance (fine, 'predicted', drifting);
found.restarted(drifting) = distance (coarse, 'restarted', drifting) ...
    ./ distance (fine, 'restarted', drifting);
found.jump = diff (coarse.residual(:, 1:2), 1, 2)';
found.order = log2 (abs (diff (fine.residual(:, 1:2), 1, 2)') ./ abs (found.jump));
[found.flips, found.amplitude] = oscillation ({coarse.p, coarse.v, coarse.lambda});

end

function [degree, leading] = growth (t, gamma)
most = max (abs (gamma));
leading = NaN;
if most <= 1e-12
    degree = -1;
    return
end
for degree = 0:3
    c = polyfit (t, gamma, degree);
    if max (abs (gamma - polyval (c, t))) <= 0.02 * most
        leading = c(1);
        return
    end
end
degree = Inf;
end

function d = distance (run, name, those)
gap = run.residual - run.(name);
d = max (abs (gap(those, 2:end)), [], 2)';
end

function [flips, amplitude] = oscillation (values)
for i = 1:numel (values)
    d = diff (values{i}, 2, 2);
    flips(i) = max (mean (d(:, 1:end - 1) .* d(:, 2:end) < 0, 2)); %#ok<AGROW>
    amplitude(i) = max (abs (d(:))) / 4; %#ok<AGROW>
end
end
