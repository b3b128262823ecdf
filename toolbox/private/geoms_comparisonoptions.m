function opts = geoms_comparisonoptions (c, who, tolerance, step)
%GEOMS_COMPARISONOPTIONS  Options of a run of a comparison. step is NaN where it is variable.
%   c.factor is AbsTol, divided by RelTol. c.limit, seconds after which a run ends, holds if no
%   option does.

opts = geomsset (c.Options, who.options, 'Formulation', who.formulation, 'Method', who.method, ...
    'RelTol', tolerance, 'AbsTol', tolerance * c.factor, 'Display', 'off');
if ~isnan (step)
    opts.Step = step;
end
if ~strcmp (who.formulation, 'partition-fixed')
    opts.Independent = [];
end
if isempty (opts.MaxWallTime)
    opts.MaxWallTime = c.limit;
end

end
