function text = sol_ran (sol)
%SOL_RAN  What has run, in a line: 'psf, radau5, RelTol 1e-06: 45 steps'.

opts = sol.extdata.options;
said = struct ('Formulation', {geomsget(opts, 'Formulation')}, 'Step', {geomsget(opts, 'Step')}, ...
    'method', {sol.extdata.method});
check_fields (said, {
    'Formulation', @ischar, 'a word'
    'Step', @(c) isnumeric(c) && isreal(c) && numel(c) <= 1, 'a number'
    'method', @ischar, 'a word'}, 'geoms:plot:solution', ...
    'The solution is no more what geoms has returned: it');
size_of = sprintf ('RelTol %.2g', max (opt_tolerance (sol.extdata, 'RelTol', geomsget (opts, 'RelTol'))));
step = geomsget (opts, 'Step');
if ~isempty (step) && step > 0
    size_of = sprintf ('steps of %.3g', step);
end
text = sprintf ('%s, %s, %s: %d steps', geomsget (opts, 'Formulation'), sol.extdata.method, size_of, ...
    sol.stats.nsteps);

end
