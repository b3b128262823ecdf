function problem = run_start (sys, tspan, x0, opts, numbers)
%RUN_START  RUN_PROBLEM with initial values as the user gives them: of a tree of bodies what is left
%   out is as the bodies are described: of this positions are a 'sketch', and velocities that are 0 not 'given'.
%   numbers: see CHECK_SYSTEM; may be left out.

if nargin < 5
    numbers = [];
end
problem = run_problem (sys, tspan, tree_start (sys, x0, tspan), opts, numbers);
if strcmp (sys.form, 'tree')
    for name = fieldnames (sys.tree.start)'
        if ~isfield (x0, name{1})
            at = problem.sys.index.(name{1});
            problem.sketched(at) = strcmp (name{1}, 'p');
            problem.given(at) = problem.sketched(at) | problem.x0(at) ~= 0;
        end
    end
end

end
