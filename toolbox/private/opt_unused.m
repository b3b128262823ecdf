function [names, belongs] = opt_unused (opts, formulation, method, sys)
%OPT_UNUSED  Options that are set and have no effect with this formulation and method.
%   belongs    cellstr: what each of them is for
%   sys        the system, where what it has not counts as well; may be left out

method = that_of_auto (method, formulation);
explicit = any (strcmp (method, {'dopri5', 'hedop5', 'mexax'}));
projected = any (strcmp (formulation, {'psf', 'psi1'})) && ~explicit;
implicit_psf = strcmp (formulation, 'psf') && ~explicit;
radau = any (strcmp (method, {'radau5', 'bdf-fixed'}));    % which begins with steps of radau5
is = @(word) strcmp (method, word) || strcmp (formulation, word);
fixed = isset (opts, 'Step') && opts.Step > 0;
corrects = has_word (opts, 'Project', 'on') || (~has_word (opts, 'Project', 'off') ...
    && (any (strcmp (formulation, {'psf', 'psi1'})) || is ('mexax')));
keeps = ~has_word (opts, 'Invariant', 'project') || corrects;
no_invariant = nargin > 3 && sys.dims.ni == 0 && ~has_word (opts, 'Invariant', 'eliminate');    % as 'paper' has it

rules = {
    'MaxOrder', is('bdf'), 'Method ''bdf'''
    'Order', is('bdf-fixed') || (is ('mexax') && isset (opts, 'Step')), ...
        'Method ''bdf-fixed'', and ''mexax'' with Step (MaxOrder: ''bdf'')'
    'BaumgarteAlpha', is('baumgarte'), 'Formulation ''baumgarte'''
    'BaumgarteBeta', is('baumgarte'), 'Formulation ''baumgarte'''
    'PartitionLimit', is('partition-fixed'), 'Formulation ''partition-fixed'''
    'PartitionLimit', ~isset(opts, 'Independent'), 'coordinates that are chosen (no Independent)'
    'Safety', ~is('bdf'), 'methods other than ''bdf'', whose factors are fixed'
    'InitialStep', ~fixed, 'variable steps (no Step)'
    'MinStep', ~fixed, 'variable steps (no Step)'
    'MaxStep', ~fixed, 'variable steps (no Step)'
    'Safety', ~fixed, 'variable steps (no Step)'
    'StepChange', ~fixed, 'variable steps (no Step)'
    'StepControl', ~fixed, 'variable steps (no Step)'
    'StepKeep', ~fixed, 'variable steps (no Step)'
    'StepKeep', isset(opts, 'JacobianReuse') && opts.JacobianReuse >= 0, ...
        'Jacobians that may be kept (JacobianReuse from 0 on)'
    'Invariant', keeps, 'states that are corrected, which Project sets,'
    'Invariant', ~no_invariant, 'systems with an invariant'
    'Weights', ~has_word(opts, 'Initial', 'assume') || has_function(opts, 'EventAction'), ...
        'initial values or impacts that are corrected'
    'OutputSel', has_function(opts, 'OutputFcn'), 'OutputFcn, which is missing,'
    'CheckpointInterval', isset(opts, 'Checkpoint'), 'Checkpoint, which is missing,'
    'ErrorNorm', ~explicit, 'implicit methods'
    'MaxNewton', ~explicit, 'implicit methods'
    'NewtonTol', ~explicit, 'implicit methods'
    'Multipliers', implicit_psf, 'Formulation ''psf'' with implicit methods'
    'VelocityRows', implicit_psf, 'Formulation ''psf'' with implicit methods'
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

function yes = has_word (opts, name, word)
yes = isset (opts, name) && strcmp (opts.(name), word);
end

function yes = has_function (opts, name)
yes = isset (opts, name) && ~strcmp (opts.(name), 'none');
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
