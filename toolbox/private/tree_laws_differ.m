function text = tree_laws_differ (own, law, points)
%TREE_LAWS_DIFFER  Where laws of a tree do not return what was recorded of them, as a sentence, or ''.
%   law: of TREE_LAWS;   points: columns [x_o; t; motion].

sys = own.system;
n = sys_unknowns (sys.dims);
bodies = 6 * numel ([own.laws.bodies]);
found = gate_call ('recorded', law.numbers, points, derive_leaves (sys.parameters), bodies);
text = '';
for k = 1:size (points, 2)
    x = points(:, k);
    motion = reshape (x(n + 2:end), 18, []);
    row = 0;
    for one = own.laws
        count = numel (one.bodies);
        expected = found(row + (1:6 * count), k);    % where it is not defined
        list = {x(n + 1), x(sys.index.p), x(sys.index.v), motion(:, 1:count), own}; %#ok<NASGU>
        try
            evalc ('expected = tree_law (one, list{:});');
        catch
        end
        if isobject (expected)
            text = sprintf ('Law ''%s'' keeps values from one call to the next (persistent).', one.name);
            return
        end
        motion = motion(:, count + 1:end);
        y = found(row + (1:6 * count), k);
        row = row + 6 * count;
        bad = find (~(abs (y - expected) <= 1e-9 * max ([1; abs(expected)]) | isnan (y) ...
            & (isnan (expected) | imag (expected) ~= 0)), 1);
        if ~isempty (bad) && isempty (text)
            text = sprintf (['Law ''%s'' returns %.10g at t = %.10g, and %.10g as it was recorded: ', ...
                'does it use switch, rand, files or values that it keeps? Say ''derive'', ''off''.'], ...
                one.name, expected(bad), x(n + 1), y(bad));
        end
    end
end

end
