function stop = run_output (problem, first, t, x)
%RUN_OUTPUT  Calls OutputFcn as MATLAB's solvers do: at the start, then with what is new.
%   first is the number of the first of the outputs t, x, from 0.

stop = false;
fcn = problem.output;
select = problem.output_rows;
if first == 0 && isempty (problem.state)
    fcn ([t(1), problem.tspan(end)], x(select, 1), 'init');
    t = t(2:end);
    x = x(:, 2:end);
end
if ~isempty (t)
    try
        stop = fcn (t, x(select, :), '');
    catch e
        call_no_value (e, mfilename (), 'geoms:callback:type', 'OutputFcn');
    end
    if ~isnumeric (stop) && ~islogical (stop)
        error ('geoms:callback:type', ['OutputFcn returned a %s at t = %.10g; it must return true ', ...
            'or false.'], class (stop), t(end));
    end
    stop = ~isempty (stop) && any (stop(:) ~= 0);
end

end
