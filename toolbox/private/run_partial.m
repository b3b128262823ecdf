function sol = run_partial (sol)
%RUN_PARTIAL  The one memory of the toolbox: the last partial solution, for geomslast.
%   run_partial (sol) stores, sol = run_partial () returns it ([] if there is none).

persistent last
if nargin > 0
    last = sol;
else
    sol = last;
end

end
