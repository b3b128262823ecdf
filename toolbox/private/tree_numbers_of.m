function part = tree_numbers_of (sys, from)
%TREE_NUMBERS_OF  The numbers of a tree with which a run has begun at time `from`, as
%   sol.extdata.tree keeps them: tables, the user's own parameters, and all parameters, whose names say what
%   may differ. [] of other systems.

part = [];
if strcmp (sys.form, 'tree')
    t = sys.tree;
    part = struct ('from', from, 'gravity', t.gravity, 'bodies', t.bodies, 'loops', t.loops, ...
        'forces', t.forces, 'bushings', t.bushings, 'couplings', t.couplings, 'coupled', ...
        t.coupled, 'own', own_values (sys), 'parameters', reshape (t.parameters, 1, []));
end

end

% those that are no numbers of the tables
function values = own_values (sys)
mine = cellfun ('isempty', {sys.tree.parameters.field});
values = reshape (sys.parameters(mine), [], 1);
end
