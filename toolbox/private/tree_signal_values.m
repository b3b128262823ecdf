function y = tree_signal_values (tree, i, t)
%TREE_SIGNAL_VALUES  Values of function of time number i of sys.tree for its rows, a column for each t: those
%   that were recorded without a call, see TREE_SIGNAL_VALUE.

f = tree.functions(i);
if ~tree.called(i)
    y = gate_call ('recorded', tree.recorded, reshape (t, 1, []), [], 3 * numel (tree.breaks));
    y = y(f.rows, :);
    return
elseif ~isempty (f.rates)
    y = gate_call ('recorded', f.rates, reshape (t, 1, []), [], numel (f.rows));
    return
end
y = zeros (numel (f.rows), numel (t));
for j = 1:numel (t)
    y(:, j) = tree_signal_value (f, t(j));
end

end
