function sol = geoms_partial (sol)
%GEOMS_PARTIAL  The one memory of the toolbox: the last partial solution, for geomslast.
%   geoms_partial (sol) stores, sol = geoms_partial () returns it ([] if there is none).

persistent last
if nargin > 0
    last = sol;
else
    sol = last;
end

end
