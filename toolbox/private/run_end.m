function err = run_end (problem, found, status, err)
%RUN_END  The last calls of a run: the last line of its progress, and OutputFcn with 'done'.
%   err is the error of the run, or [] ; one of OutputFcn takes its place if there is none.

if found.progressed > 0
    word = sol_status (status);
    if strcmp (word, 'ok')
        word = 'done';
    end
    run_progress (problem, found.t_end, found.seconds, word);
end
if ~isempty (problem.output) && (found.monitored > 0 || ~isempty (problem.state))
    fcn = problem.output;
    [~, late] = call_guard (@() no_value (fcn));
    if isempty (err)
        err = late;
    end
end

end

% with 'done' nothing need be returned
function y = no_value (fcn)
fcn ([], [], 'done');
y = [];
end
