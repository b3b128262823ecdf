function y = tree_signal_value (f, t)
%TREE_SIGNAL_VALUE  Values of a function of time at t for its rows, see TREE_FUNCTIONS. Of one that gives
%   h alone the derivatives are those that were recorded.

if isempty (f.rates)
    y = tree_time_value (f.fcn, t, numel (f.rows), f.name);
else
    y = gate_call ('recorded', f.rates, t, [], numel (f.rows));
    h = tree_time_value (f.fcn, t, numel (f.rows) / 3, f.name);
    y(1:numel (h)) = h;
end

end
