function result = run_identities (file, orders, steps)
% RUN_IDENTITIES  One step of BDF in the forms of Petzold and Potra (1992): which of them are the same.
%   RESULT = RUN_IDENTITIES (FILE, ORDERS, STEPS) makes one step with BDF of each of ORDERS (default [1 2])
%   from the same states of a mechanism (CRANK_SYSTEM: four coordinates, two constraints, one of which
%   depends on t, a mass matrix that depends on p) in each of the forms of BDF_STEP, in plain .m code on
%   GEOMSTERMS, and compares p, v and lambda. Published (Section 6), and what to expect:
%
%     "For A constant ... the following methods are equivalent: solution of the local state-space form
%     induced by A, local parameterization based on A, and solving the A-ssf of the ODAE": the same
%     p, v, lambda to rounding (1e-13). With columns of the identity as A that is also coordinate
%     partitioning, and a step of psf with Selector 'rows'; with A a basis of Ker G at the state that the
%     step starts its iteration from (extrapolated), a step of psf as it is.
%
%     "For A ... which forms a basis for the null space of G (t, p) ... the tangent plane
%     parameterization is equivalent to the A-ssf solution of the ODAE and the method of projected
%     invariants": the same to rounding, and the same as a step of the formulation projected-invariants.
%
%     The ssf-iteration (3.14) is the extended system (3.17), and a step of the formulation extended-317.
%
%     "For the model problem all of the methods are equivalent because ... G is constant": all
%     differences are rounding for CRANK_SYSTEM ('linear'). Not so where G is constant but the
%     constraint depends on t: rho of a function of t is not its derivative, and A matters again.
%
%     "In the general case ... there are important differences": the groups differ, for steps h of
%     order k, by h^(k+1), as much as each of them is wrong; only A at t_{n-1} and at t_n, by h^(k+2).
%
%   The first table has the differences from the first form of each group, for steps of STEPS(1)
%   (default [0.02 0.01 0.005]), the second those between the groups and the errors for all STEPS
%   with the order in h, the third the mechanisms with constant G.
%
%   With FILE given and not empty it draws the second table into a PNG file.
%
%   RESULT has the fields orders, steps, groups (struct with name, forms, differences: forms x [p v
%   lambda] x orders), pairs, between (pairs x steps x orders: differences of p), error (groups x steps
%   x orders), linear (struct with name, largest: one number for each order).
%
%   Takes about 20 s.
%
%   See also BDF_STEP, CRANK_SYSTEM, RUN_RENEWAL, RUN_ODAE.

here = fileparts (mfilename ('fullpath'));
addpath (here, fullfile (here, '..'), fullfile (here, '..', '..', 'toolbox'));
if nargin < 1, file = ''; end
if nargin < 2, orders = [1 2]; end
if nargin < 3, steps = [0.02 0.01 0.005]; end

result = struct ('orders', orders, 'steps', steps);
[sys, x0] = crank_system ();
result = identities (result, sys, x0);
result = between_groups (result, sys, x0);
result = constant_constraints (result);
fprintf ('\n');
if ~isempty (file)
    write_picture (file, [640 420], @() draw (result));
    fprintf ('The picture: %s\n', file);
end

end

% ---- the groups of forms that are one ----

function groups = groups_of ()
groups = struct ('name', {'A: columns of the identity', 'A: Ker G at t_{n-1}', ...
    'A: Ker G at the start of the iteration', 'A: Ker G at t_n, in each iteration', ...
    'the gradients of g and G v + g_t'}, ...
    'forms', {{'state-space', 'parameterisation', 'A-ssf', 'coordinates', 'geoms: psf, rows'}
              {'state-space', 'parameterisation', 'A-ssf'}
              {'state-space', 'parameterisation', 'A-ssf', 'geoms: psf'}
              {'tangent plane', 'tangent A-ssf', 'invariants', 'geoms: projected-invariants'}
              {'ssf', 'extended', 'geoms: extended-317'}}');
end

function A = basis_of (group, step)
switch group
    case 1
        A = eye (4);
        A = A(:, [1 4]);
    case 3
        p = step.p(:, 1) + step.h * step.v(:, 1);
        if size (step.p, 2) > 1                   % a polynomial through the states of the run
            k = size (step.p, 2);
            p = step.p * ((-1).^(0:k-1) .* arrayfun (@(j) nchoosek (k, j), 1:k))';
        end
        A = kernel (step, step.t, p);
    otherwise
        A = kernel (step, step.t - step.h, step.p(:, 1));
end
end

function A = kernel (step, t, p)
e = geomsterms (step.sys, t, struct ('p', p));
A = null (e.G);
end

% ---- states that a step starts from ----

% of the motion itself, to 1e-12; a third output is the new state
function [step, exact] = step_of (sys, x0, k, h)
start = 0.2;
sol = geoms (sys, [0, start - (k-1:-1:0) * h, start + h], x0, 'RelTol', 1e-12, 'AbsTol', 1e-12);
[step, exact] = last_step (sys, sol, k, h);
end

% of a run of the toolbox with steps of one size: k of them, of which the last one is that of BDF
function [step, x] = step_of_run (sys, x0, k, h, form)
options = {'Method', 'bdf-fixed', 'Order', k, 'Step', h, 'NewtonTol', 1e-8, 'MaxNewton', 40};
name = form(8:end);
if strcmp (name, 'psf, rows')
    name = 'psf';
    options = [options, {'Selector', 'rows'}];
end
sol = geoms (sys, [0, k * h], x0, 'Formulation', name, options{:});
[step, x] = last_step (sys, sol, k, h);
end

function [step, x] = last_step (sys, sol, k, h)
past = size (sol.p, 2) - (1:k);
step = struct ('sys', {sys}, 't', sol.t(end), 'h', h, 'p', sol.p(:, past), 'v', sol.v(:, past), 'A', []);
x = struct ('p', sol.p(:, end), 'v', sol.v(:, end), 'lambda', sol.lambda(:, end));
end

% ---- the first table ----

function result = identities (result, sys, x0)
h = result.steps(1);
groups = groups_of ();
for i = 1:numel (result.orders)
    k = result.orders(i);
    step = step_of (sys, x0, k, h);
    fprintf ('\nBDF of order %d, one step of %g: differences within a group\n', k, h);
    fprintf ('  %-40s %8s %8s %8s %11s\n', '', 'p', 'v', 'lambda', 'iterations');
    for j = 1:numel (groups)
        fprintf ('  %s\n', groups(j).name);
        step.A = basis_of (j, step);
        first = bdf_step (groups(j).forms{1}, step);
        for l = 1:numel (groups(j).forms)
            form = groups(j).forms{l};
            if strncmp (form, 'geoms', 5)
                [at, x] = step_of_run (sys, x0, k, h, form);
                at.A = basis_of (j, at);
                d = differences (x, bdf_step (groups(j).forms{1}, at));
                counted = '';
            else
                x = bdf_step (form, step);
                d = differences (x, first);
                counted = sprintf ('%d', x.iterations);
            end
            groups(j).differences(l, :, i) = d;
            if l == 1
                fprintf ('    %-38s %8s %8s %8s %11s\n', form, '-', '-', '-', counted);
            else
                fprintf ('    %-38s %8.1e %8.1e %8.1e %11s\n', form, d, counted);
            end
        end
    end
end
result.groups = groups;
end

function d = differences (x, y)
of = @(a, b) max (abs (a - b)) / max (1, max (abs (b)));
d = [of(x.p, y.p), of(x.v, y.v), of(x.lambda, y.lambda)];
end

% ---- the second table ----

function result = between_groups (result, sys, x0)
result.pairs = [1 4; 2 4; 5 4];
short = {'identity', 'Ker G at t_{n-1}', 'start', 'Ker G at t_n', '(3.17)'};
for i = 1:numel (result.orders)
    for j = 1:numel (result.steps)
        [step, exact] = step_of (sys, x0, result.orders(i), result.steps(j));
        for g = 1:numel (result.groups)
            step.A = basis_of (g, step);
            x(g) = bdf_step (second_form (result.groups(g)), step); %#ok<AGROW>
            result.error(g, j, i) = norm (x(g).p - exact.p);
        end
        for l = 1:size (result.pairs, 1)
            result.between(l, j, i) = norm (x(result.pairs(l, 1)).p - x(result.pairs(l, 2)).p);
        end
    end
    fprintf ('\nBDF of order %d: p, steps of', result.orders(i));
    fprintf (' %8g', result.steps);
    fprintf ('    order in h\n');
    for l = 1:size (result.pairs, 1)
        print_row ([short{result.pairs(l, 1)}, ' - ', short{result.pairs(l, 2)}], result.between(l, :, i), ...
            result.steps);
    end
    for g = [1 2 4 5]
        print_row (['error, ', short{g}], result.error(g, :, i), result.steps);
    end
end
end

% the quick ones; fields of all forms alike
function form = second_form (group)
forms = {'A-ssf', 'tangent A-ssf', 'ssf'};
form = forms{ismember(forms, group.forms)};
end

function print_row (name, values, steps)
fprintf ('  %-33s', name);
fprintf (' %8.1e', values);
fprintf ('  %8.1f\n', log (values(1) / values(end)) / log (steps(1) / steps(end)));
end

% ---- the third table ----

function result = constant_constraints (result)
kinds = {'linear', 'linear, moving'};
h = result.steps(1);
fprintf ('\nG constant, steps of %g: largest difference of p, v, lambda among all forms and A\n', h);
for c = 1:2
    [sys, x0] = crank_system (kinds{c});
    fprintf ('  %-33s', kinds{c});
    for i = 1:numel (result.orders)
        step = step_of (sys, x0, result.orders(i), h);
        largest = 0;
        first = [];
        for j = [1 2 4 5]
            step.A = basis_of (j, step);
            for l = 1:3 - (j == 5)
                x = bdf_step (result.groups(j).forms{l}, step);
                if isempty (first), first = x; end
                largest = max ([largest, differences(x, first)]);
            end
        end
        result.linear(c).name = kinds{c};
        result.linear(c).largest(i) = largest;
        fprintf (' order %d: %8.1e', result.orders(i), largest);
    end
    fprintf ('\n');
end
end

function draw (result)
colors = [0.8 0.2 0.1; 0.1 0.5 0.2; 0 0.35 0.7];
names = {'A columns of the identity', 'A = Ker G (t_{n-1})', 'extended system (3.17)'};
k = numel (result.orders);
labels = cell (1, 4);
for l = 1:3
    loglog (result.steps, result.between(l, :, k), '-o', 'color', colors(l, :), 'linewidth', 1.5);
    hold on
    labels{l} = names{l};
end
loglog (result.steps, result.error(4, :, k), '--', 'color', [0.5 0.5 0.5], 'linewidth', 1.5);
labels{4} = 'error of the tangent plane''s p';
legend (labels, 'location', 'southeast');
xlabel ('step h');
ylabel ('difference of p');
title (sprintf ('One step of BDF, order %d: p beside that of the tangent plane', result.orders(k)));
set (gca, 'xminorgrid', 'off', 'yminorgrid', 'off');
grid on
end
