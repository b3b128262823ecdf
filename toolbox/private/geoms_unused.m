function [names, belongs] = geoms_unused (opts, formulation, method)
%GEOMS_UNUSED  Options that are set and have no effect with this formulation and method.
%   belongs    cellstr: what each of them is for

method = that_of_auto (method, formulation);
explicit = any (strcmp (method, {'dopri5', 'hedop5', 'mexax'}));
projected = any (strcmp (formulation, {'psf', 'psi1'})) && ~explicit;
radau = any (strcmp (method, {'radau5', 'bdf-fixed'}));    % which begins with steps of radau5
is = @(word) strcmp (method, word) || strcmp (formulation, word);

rules = {
    'MaxOrder', is('bdf'), 'Method ''bdf'''
    'Order', is('bdf-fixed') || (is ('mexax') && isset (opts, 'Step')), ...
        'Method ''bdf-fixed'', and ''mexax'' with Step (MaxOrder: ''bdf'')'
    'BaumgarteAlpha', is('baumgarte'), 'Formulation ''baumgarte'''
    'BaumgarteBeta', is('baumgarte'), 'Formulation ''baumgarte'''
    'PartitionLimit', is('partition-fixed'), 'Formulation ''partition-fixed'''
    'Safety', ~is('bdf'), 'methods other than ''bdf'', whose factors are fixed'
    'ErrorNorm', ~explicit, 'implicit methods'
    'MaxNewton', ~explicit, 'implicit methods'
    'NewtonTol', ~explicit, 'implicit methods'
    'Selector', projected, 'the formulations psf and psi1 with implicit methods'
    'SelectorUpdate', projected, 'the formulations psf and psi1 with implicit methods'
    'DifferentialDecomposition', projected, 'the formulations psf and psi1 with implicit methods'};
for name = {'NewtonStart', 'NewtonMatrixAt', 'NewtonUpdates', 'NewtonNorm', 'StepControl', ...
        'JacobianReuse', 'StepKeep'}
    rules(end + 1, :) = {name{1}, radau, 'Method ''radau5'''}; %#ok<AGROW>
end
unused = cellfun (@(name, used) isset (opts, name) && ~used, rules(:, 1), rules(:, 2));
names = rules(unused, 1);
belongs = rules(unused, 3);

end

function yes = isset (opts, name)
yes = isfield (opts, name) && ~isempty (opts.(name));
end

% the table methods_of in mex/core/create.c
function method = that_of_auto (method, formulation)
if strcmp (method, 'auto')
    method = 'radau5';
    if any (strcmp (formulation, {'uode', 'baumgarte'})) || strncmp (formulation, 'partition-', 10)
        method = 'dopri5';
    end
end
end
