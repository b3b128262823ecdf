function check_comparison_options (opts, where)
%CHECK_COMPARISON_OPTIONS  Raises an error if options say what a comparison says itself.
%   They may be complete or not; where names them in the message.

own = {'RelTol', 'Tolerances'; 'AbsTol', 'AbsTol'; 'Formulation', 'Formulations or Contenders'; ...
    'Method', 'Methods or Contenders'; 'Step', 'Steps'; 'Record', 'Energy'};
for i = 1:size (own, 1)
    if isfield (opts, own{i, 1}) && ~isempty (opts.(own{i, 1}))
        error ('geoms:compare:options', ['%s must not contain %s: the name and value %s of ', ...
            'geomscompare say it for all runs.'], where, own{i, :});
    end
end
for name = {'Dense', 'Residuals', 'Refine', 'OutputFcn', 'OutputSel', 'Checkpoint', ...
        'CheckpointInterval', 'Progress', 'Stats'}
    if isfield (opts, name{1}) && ~isempty (opts.(name{1}))
        error ('geoms:compare:options', ...
            ['%s must not contain %s: a comparison measures its runs ', ...
            'in its own way.'], where, name{1});
    end
end

end
