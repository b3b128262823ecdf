function [names, belongs] = geoms_unused (opts, formulation, method)
%GEOMS_UNUSED  Options that are set and have no effect with this formulation and method.
%   belongs    cellstr: what each of them is for

rules = {'MaxOrder', strcmp(method, 'bdf'), 'Method ''bdf'''
    'Order', strcmp(method, 'bdf-fixed') || (strcmp (method, 'mexax') && isset (opts, 'Step')), ...
    'Method ''bdf-fixed'', and ''mexax'' with Step (MaxOrder: ''bdf'')'
    'BaumgarteAlpha', strcmp(formulation, 'baumgarte'), 'Formulation ''baumgarte'''
    'BaumgarteBeta', strcmp(formulation, 'baumgarte'), 'Formulation ''baumgarte'''
    'PartitionLimit', strcmp(formulation, 'partition-fixed'), 'Formulation ''partition-fixed'''};
unused = cellfun (@(name, used) isset (opts, name) && ~used, rules(:, 1), rules(:, 2));
names = rules(unused, 1);
belongs = rules(unused, 3);

end

function yes = isset (opts, name)
yes = isfield (opts, name) && ~isempty (opts.(name));
end
