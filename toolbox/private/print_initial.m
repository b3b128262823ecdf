function text = print_initial (sys, x0, report)
%PRINT_INITIAL  What GEOMSINIT has found, in a few lines: values, how far they were moved, residuals.

list = cell (0, 2);
for block = {'p', 'v', 'r', 'w', 's', 'lambda', 'mu'}
    values = x0.(block{1});
    if isempty (values)
        continue
    end
    parts = one_by_one (sys, block{1}, values(1:min(end, 12)));
    moved = report.moved.(block{1});
    most = max (abs (moved(:)));
    far = '';
    if most > 0
        far = sprintf ('; moved by at most %.3g', most);
    end
    list(end + 1, :) = {block{1}, [strjoin(parts, ', '), more(numel (values)), far]}; %#ok<AGROW>
end
list = [list; {
    'residuals', sprintf('position %.1e, velocity %.1e, acceleration %.1e', report.residual.after)
    'redundant', print_some(report.redundant.rows, 6)}];
text = [sprintf('initial values\n'), print_lines(list)];

end

function parts = one_by_one (sys, block, values)
parts = arrayfun (@(value) sprintf ('%.6g', value), values(:)', 'UniformOutput', false);
if isstruct (sys.names) && isfield (sys.names, block)
    names = reshape (sys.names.(block), 1, []);
    parts = strcat (names(1:numel (parts)), {' '}, parts);
end
end

function text = more (count)
text = '';
if count > 12
    text = sprintf (' and %d more', count - 12);
end
end
