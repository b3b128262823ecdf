function cmp_table (c, what)
%CMP_TABLE  Prints the table of GEOMSCOMPARE.
%   cmp_table (res)          all of it
%   cmp_table (c, reference) its head, before the runs; c: CMP_REFERENCE
%   cmp_table (c, one)       the line of a run

if nargin < 2
    width = widths (arrayfun (@name_of, c, 'UniformOutput', false));
    head (width);
    for one = reshape (c, 1, [])
        line (one, width);
    end
    return
end
width = widths (arrayfun (@name_of, c.contenders, 'UniformOutput', false));
if isfield (what, 'solver')
    tell_reference (c, what);
    head (width);
else
    line (what, width);
end

end

% with the options of its own
function text = name_of (who)
text = who.formulation;
if isfield (who, 'text') && ~isempty (who.text)
    text = [text, ', ', who.text];
elseif isfield (who, 'options') && ischar (who.options) && ~isempty (who.options)
    text = [text, ', ', who.options];
end
end

function width = widths (names)
width = max ([11, cellfun(@numel, names(:)')]);
end

function tell_reference (c, sol)
opts = sol.extdata.options;
tolerance = max (opt_tolerance (sol.extdata, 'RelTol', opts.RelTol));
text = sprintf ('Reference: %s, %s, RelTol %g: %d steps, %.3g s', ...
    geomsget (opts, 'Formulation'), sol.extdata.method, tolerance, sol.stats.naccpt, ...
    sol.stats.seconds);
if ~any (strcmp (sol.info.status, {'ok', 'event'}))
    text = [text, sprintf('. It ended at t = %.6g: %s', sol.t(end), sol.info.message)];
end
missing = [c.tspan(1) < min(sol.t([1, end])), c.tspan(end) > max(sol.t([1, end]))];
if c.tspan(1) > c.tspan(end)
    missing = [c.tspan(1) > max(sol.t([1, end])), c.tspan(end) < min(sol.t([1, end]))];
end
if any (missing) && any (strcmp (sol.info.status, {'ok', 'event'}))
    text = [text, sprintf('. It covers t = %.6g ... %.6g: errors are those there', ...
        sol.t([1, end]))];
end
if min (c.Tolerances) <= tolerance
    text = [text, '. Runs with this RelTol or less are no worse than it: their errors say nothing'];
end
if ~any (isnan (c.uncertainty([1 2])))
    if text(end) == '.'
        text = [text, ' Errors'];
    else
        text = [text, '; errors'];
    end
    text = [text, sprintf(' below %.1g (multipliers %.1g) say little.', ...
        c.uncertainty([1 3]))];
end
paragraph (['  ', text], '  ');
end

function head (width)
fprintf ('\n  %-*s %-11s %9s %6s %7s %7s %8s %24s %24s %8s\n', width, '', '', '', '', '', '', ...
    '', '--------- error --------', '--------- drift --------', '');
fprintf ('  %-*s %-11s %9s %6s %7s %7s %8s %8s%8s%8s %8s%8s%8s %8s\n', width, 'formulation', ...
    'method', 'RelTol', 'steps', 'evals', 'calls', 'seconds', 'steps', 'times', 'lambda', 'pos', ...
    'vel', 'acc', 'energy');
end

function line (one, width)
if strcmp (one.status, 'impossible')
    paragraph (sprintf ('  %-*s %-11s impossible: %s', width, name_of (one), one.method, ...
        one.message), '      ');
    return
end
size_of = sprintf ('%.3g', one.tolerance);
if ~isnan (one.step)
    size_of = sprintf ('h %.3g', one.step);
end
text = sprintf ('%8.1e', one.error, one.errorTimes, one.errorMultipliers);
text = [text, ' ', sprintf('%8.1e', one.drift)];
text = [text, ' ', sprintf('%8.1e', one.energy)];
text = strrep (text, 'NaN', '  -');
fprintf ('  %-*s %-11s %9s %6d %7d %7d %8.3g %s\n', width, name_of (one), one.method, size_of, ...
    one.steps, one.evaluations, one.calls, one.seconds, text);
if ~strcmp (one.status, 'ok')
    paragraph (sprintf ('      %s at t = %.6g. %s', one.status, one.reached, one.message), ...
        '      ');
end
end

% lines of at most 100 characters
function paragraph (text, indent)
while numel (text) > 100
    at = find (text(1:101) == ' ', 1, 'last');
    if isempty (at) || isempty (strtrim (text(1:at)))
        break
    end
    fprintf ('%s\n', text(1:at - 1));
    text = [indent, text(at + 1:end)];
end
fprintf ('%s\n', text);
end
