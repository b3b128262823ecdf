function text = plot_head (sol)
%PLOT_HEAD  What ran and what became of it, in a line: 'psf, radau5, RelTol 1e-06: 45 steps; failed at ...'.

text = sol_ran (sol);
if strcmp (sol.info.status, 'event')
    text = sprintf ('%s; ended by an event at t = %.6g', text, sol.t(end));
elseif ~strcmp (sol.info.status, 'ok')
    text = sprintf ('%s; %s at t = %.6g: %s', text, sol.info.status, sol.t(end), sol.info.message);
end

end
