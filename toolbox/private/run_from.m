function t = run_from (problem)
%RUN_FROM  The time from which on a run is new: its begin, or where one that goes on does so.

t = problem.tspan(1);
if ~isempty (problem.cut)
    t = problem.cut;
end

end
