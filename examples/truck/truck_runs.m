function runs = truck_runs (runs, who)
% TRUCK_RUNS  Those runs of a contender that came to the end.
%   RUNS = TRUCK_RUNS (RUNS, WHO) picks from RUNS, a result of GEOMSCOMPARE, those of WHO, an
%   element of TRUCK_CONTENDERS, that did not fail.
%
%   See also TRUCK_COSTS, TRUCK_DRAW.

runs = runs(strcmp ({runs.formulation}, who.pair{1}) & strcmp ({runs.method}, who.pair{2}) ...
    & strcmp ({runs.status}, 'ok'));

end
