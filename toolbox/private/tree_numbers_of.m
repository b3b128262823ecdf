function part = tree_numbers_of (sys, from)
%TREE_NUMBERS_OF  The numbers of a tree with which a run has begun at time `from`, as
%   sol.extdata.tree keeps them: tables, and the parameters, whose names say what may differ. [] of
%   other systems.

part = [];
if strcmp (sys.form, 'tree')
    t = sys.tree;
    part = struct ('from', from, 'gravity', t.gravity, 'bodies', t.bodies, 'loops', t.loops, ...
        'forces', t.forces, 'bushings', t.bushings, 'couplings', t.couplings, 'coupled', ...
        t.coupled, 'parameters', reshape (t.parameters, 1, []));
end

end
