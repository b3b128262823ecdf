function [names, belongs] = opt_unused (opts, formulation, method, sys)
%OPT_UNUSED  Options that are set and have no effect with this formulation and method.
%   belongs    cellstr: what each of them is for
%   sys        the system, where what it has not counts as well; may be left out

persistent ruled
given = fieldnames (opts);
given = given(~cellfun ('isempty', struct2cell (opts)));
if isempty (given) || ~isempty (ruled) && ~any (cellfun (@(name) any (strcmp (name, ruled)), given))
    names = cell (0, 1);
    belongs = cell (0, 1);
    return
end
[f, m] = opt_table (formulation, method);
fixed = isset (opts, 'Step') && opts.Step > 0;
corrects = has_word (opts, 'Project', 'on') || (~has_word (opts, 'Project', 'off') && f.keeps(m.at));
keeps = ~has_word (opts, 'Invariant', 'project') || corrects;
% 'eliminate' is what 'paper' has, with invariants or without
no_invariant = nargin > 3 && sys.dims.ni == 0 && ~has_word (opts, 'Invariant', 'eliminate');

rules = {
    'PartitionLimit', ~isset(opts, 'Independent'), 'coordinates that are chosen (no Independent)'
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
    'CheckpointInterval', isset(opts, 'Checkpoint'), 'Checkpoint, which is missing,'};
rules = [of_pair(opts, f, m); rules];
ruled = rules(:, 1);
unused = ismember (rules(:, 1), given) & ~vertcat (rules{:, 2});
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

% what the table says of a formulation with a method; Order acts with fixed steps alone
function rules = of_pair (opts, f, m)
table = opt_table ();
list = table.options(:);
used = cellfun (@(table) table(f.at, m.at), {list.used}');
order = strcmp ('Order', {list.name}');
used(order) = used(order) && (strcmp (m.steps, 'fixed') || isset (opts, 'Step'));
rules = [{list.name}', num2cell(used), {list.belongs}'];
end
