function text = plot_head (sol)
%PLOT_HEAD  What ran and what became of it, in a line: 'psf, radau5, RelTol 1e-06: 45 steps, 0.1 s'.

opts = sol.extdata.options;
size_of = sprintf ('RelTol %.2g', max (opt_tolerance (sol.extdata, 'RelTol', ...
    geomsget (opts, 'RelTol'))));
step = geomsget (opts, 'Step');
if ~isempty (step) && step > 0
    size_of = sprintf ('steps of %.3g', step);
end
text = sprintf ('%s, %s, %s: %d steps', geomsget (opts, 'Formulation'), sol.extdata.method, size_of, ...
    sol.stats.nsteps);
if strcmp (sol.info.status, 'event')
    text = sprintf ('%s; ended by an event at t = %.6g', text, sol.t(end));
elseif ~strcmp (sol.info.status, 'ok')
    text = sprintf ('%s; %s at t = %.6g: %s', text, sol.info.status, sol.t(end), sol.info.message);
end

end
