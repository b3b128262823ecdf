function batch = sweep_batch (s, list, problem)
%SWEEP_BATCH  Initial values and parameters of members that differ from `problem` in these numbers alone.
%     fits       for each of the list: whether it does
%     X, Q       n x members, nq x members; Q is [] where no parameters are changed
%     problem    without what belongs to one member; options, given: see GATE_GIVEN

count = numel (list);
[batch.options, batch.given] = gate_given (problem);
problem.core.differences = 0;    % each thread looks at its own start
if isfield (problem.core, 'probe')
    problem.core = rmfield (problem.core, 'probe');
end
problem.keeper = [];
batch.problem = problem;
batch.fits = true (1, count);
[batch.X, batch.fits] = starts (s, list, problem, batch.fits);
[batch.Q, batch.fits] = parameters (s, list, problem, batch.fits);

end

% ---- initial values ----

function [X, fits] = starts (s, list, problem, fits)
X = repmat (problem.x0, 1, numel (list));
tree = strcmp (s.sys.form, 'tree');
if tree && ~isempty (s.Q)
    fits(:) = false;    % SWEEP_THREADS prepares each of them
elseif tree || ~isstruct (s.X0)
    [X, fits] = one_by_one (s, list, problem, X, fits);
elseif numel (s.X0) > 1
    [X, fits] = by_fields (s.X0(list), problem.sys.index, X, fits);
end
end

function [X, fits] = one_by_one (s, list, problem, X, fits)
if size (s.X0, 2) <= 1 && numel (s.X0) <= max (1, size (s.X0, 1))
    return
end
for i = 1:numel (list)
    try
        [~, x0] = sweep_member (s, list(i));
        [~, X(:, i)] = init_values (problem.sys, s.tspan(1), tree_start (problem.sys, x0, s.tspan));
    catch
        fits(i) = false;
    end
end
end

function [X, fits] = by_fields (X0, index, X, fits)
unknown = {'w', 'lambda', 'mu'};
for name = fieldnames (X0)'
    values = {X0.(name{1})};
    if ~isfield (index, name{1})
        fits(:) = false;
        return
    end
    at = index.(name{1});
    good = cellfun ('isclass', values, 'double') & cellfun ('isreal', values) ...
        & cellfun (@numel, values) == numel (at);
    values(~good) = {zeros(numel (at), 1)};
    values = cellfun (@(v) full (v(:)), values, 'UniformOutput', false);
    values = reshape ([values{:}], numel (at), []);
    finite = isfinite (values) | isnan (values) & any (strcmp (name{1}, unknown));
    X(at, :) = values;
    fits = fits & good & all (finite, 1);
end
end

% ---- parameters ----

function [Q, fits] = parameters (s, list, problem, fits)
Q = [];
sys = problem.sys;
if isempty (s.Q)
    return
elseif strcmp (sys.form, 'native')
    Q = double (full (s.Q(:, min (list, size (s.Q, 2)))));
    fits = fits & all (isfinite (Q), 1);
elseif sys_derived (sys)
    [Q, fits] = of_derived (s, list, sys, fits);
else
    fits(:) = false;
end
end

% numbers that are inputs of what was recorded; others are constants of it
function [Q, fits] = of_derived (s, list, sys, fits)
nq = sys.derive.kept.program.nq;
of = sys.derive.kept.stamp;
many = size (s.Q, 2);
if isstruct (s.Q)
    many = numel (s.Q);
end
Q = zeros (numel (of.values), numel (list));
if ~isstruct (s.Q)
    Q = double (full (s.Q(:, min (list, many))));
    fits = fits & isequal (size (Q, 1), numel (of.values));
else
    for i = 1:numel (list)
        [values, skeleton] = derive_leaves (s.Q(min (list(i), many)));
        fits(i) = fits(i) && isequal (skeleton, of.skeleton);
        if fits(i)
            Q(:, i) = values;
        end
    end
end
if any (fits)
    constant = reshape (of.values(of.fixed), [], 1);
    fits = fits & all (Q(of.fixed, :) == repmat (constant, 1, numel (list)), 1);
end
Q = Q(1:min (end, nq), :);
end
