function list = strength_pairs ()
%STRENGTH_PAIRS  All formulations with all their methods, from the one table: {name, options; ...}.

persistent kept
if isempty (kept)
    old = cd (fullfile (fileparts (which ('geoms')), 'private'));
    back = onCleanup (@() cd (old));
    table = opt_table ();
    for f = table.formulations(:)'
        for method = f.methods(:)'
            m = table.methods(strcmp (method{1}, {table.methods.word}));
            options = {'Formulation', f.word, 'Method', m.word};
            if strcmp (m.steps, 'fixed')
                options = [options, {'Step', 0.01}]; %#ok<AGROW>
            end
            kept = [kept; {[f.word, ', ', m.word], options}]; %#ok<AGROW>
        end
    end
end
list = kept;

end
