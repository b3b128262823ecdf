function truck_costs (runs, list)
% TRUCK_COSTS  What an error of 1e-3, 1e-4, 1e-5 costs.
%   TRUCK_COSTS (RUNS, LIST) prints, for each element of LIST (see TRUCK_CONTENDERS), the code in
%   whose place it stands, evaluations and seconds at equal error, between the runs on both sides of
%   it. RUNS is a result of GEOMSCOMPARE.
%
%   See also RUN_TRUCK, RUN_TRUCK_BODIES.

wanted = [1e-3 1e-4 1e-5];
fprintf ('\n  evaluations, seconds for an error of\n  %-15s  %-15s', '', 'in the place of');
fprintf (' %18.0e', wanted);
fprintf ('\n');
for who = list
    fprintf ('  %-15s  %-15s', who.name, who.place);
    for error = wanted
        text = sprintf (' %9.0f %8.2g', at (truck_runs (runs, who), 'evaluations', error), ...
            at (truck_runs (runs, who), 'seconds', error));
        fprintf ('%s', strrep (text, 'NaN', '  -'));
    end
    fprintf ('\n');
end

end

% Errors that are small by chance do not count: the largest at this tolerance or a smaller one.
% Where the first run is better than wanted, it is the cheapest.
function value = at (runs, name, error)
value = NaN;
if isempty (runs)
    return
end
[~, order] = sort ([runs.tolerance]);
runs = runs(order);
[e, which] = unique (cummax ([runs.error]), 'last');
work = [runs(which).(name)];
if error >= e(end)
    value = work(end);
elseif error >= e(1)
    value = exp (interp1 (log (e), log (work), log (error)));
end
end
