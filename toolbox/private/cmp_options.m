function opts = cmp_options (c, who, tolerance, step)
%CMP_OPTIONS  Options of a run of a comparison. step is NaN where it is variable.
%   Of c.Options it takes those that have an effect on it. c.factor is AbsTol, divided by RelTol.
%   c.limit, seconds after which a run ends, holds if no option does.

shared = c.Options;
for name = opt_unused (shared, who.formulation, who.method)'
    shared.(name{1}) = [];
end
opts = geomsset (shared, who.options, 'Formulation', who.formulation, 'Method', who.method, ...
    'RelTol', tolerance, 'AbsTol', tolerance * c.factor, 'Display', 'off');
if ~isnan (step)
    opts.Step = step;
end
f = opt_table (who.formulation);
if ~strcmp (f.independent, 'coordinates')
    opts.Independent = [];
end
if isempty (opts.MaxWallTime)
    opts.MaxWallTime = c.limit;
end

end
