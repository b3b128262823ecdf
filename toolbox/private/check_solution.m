function check_solution (sol, identifier, only_dense)
%CHECK_SOLUTION  Raises an error unless sol comes from geoms.
%   What was changed in it by hand must still fit together. only_dense: nothing but the dense output
%   matters.

if ~isstruct (sol) || numel (sol) ~= 1 || ~isfield (sol, 'solver') || ~ischar (sol.solver) ...
        || ~strcmp (sol.solver, 'geoms')
    error (identifier, ['The solution must be what geoms returns, sol = geoms (sys, tspan, x0), ', ...
        'not a %s.'], class (sol));
end
need = @(s, list) check_fields (s, list, identifier, ...
    'The solution is no more what geoms has returned: it');
need (sol, {'idata', @(c) is_one(c) && is_one(c.dense), 'a struct with the field dense'});
check_dense (sol.idata.dense, need);
if nargin > 2 && only_dense
    return
end
need (sol, {
    't', @(c) is_array(c, 1, NaN) && ~isempty(c) && all(isfinite(c)), 'a row of times'
    'xe', @(c) is_array(c, 1, NaN), 'a row of times'
    'state', @(c) is_array(c, NaN, NaN), 'an array of numbers'
    'info', @is_one, 'a struct'
    'extdata', @is_one, 'a struct'
    'residual', @is_one, 'a struct'
    'stats', @is_one, 'a struct'});
need (sol.extdata, {
    'dims', @(c) sys_is_dims(c, false), 'a struct of sizes'
    'index', @(c) isequal(c, sys_index(sol.extdata.dims)) && all(structfun(@isreal, c)), 'the rows of the unknowns'
    'names', @(c) isequal(c, []) || is_one(c), 'a struct of names, or []'
    'options', @is_one, 'a struct'
    'method', @ischar, 'a word'
    'functions', @iscellstr, 'a cell of names'
    'tspan', @(c) is_array(c, 1, NaN) && numel(c) > 1 && all(isfinite(c)), 'a row of times'
    't_end', @(c) is_array(c, 1, 1) && isfinite(c), 'a time'
    't_state', @(c) is_array(c, 1, 1), 'a time'
    'events', @(c) is_array(c, 1, 1), 'a number'
    'tree', @(c) isequal(c, []) || are_parts(c), 'numbers of a tree, or []'});
check_names (sol.extdata);
check_sizes (sol, need);

end

% see TREE_NUMBERS_OF
function yes = are_parts (c)
tables = {'gravity', 'bodies', 'loops', 'forces', 'bushings', 'couplings', 'coupled'};
yes = isstruct (c) && ~isempty (c) && all (isfield (c, [tables, {'from', 'parameters'}]));
for i = 1:numel (c) * yes
    yes = yes && is_array (c(i).from, 1, 1) && all (cellfun (@(t) is_array(c(i).(t), NaN, NaN), tables)) ...
        && isstruct (c(i).parameters) ...
        && all (isfield (c(i).parameters, {'name', 'field', 'at'}));
end
end

% 1 + degree numbers for each unknown and step
function check_dense (dense, need)
need (dense, {
    't', @(c) is_array(c, 2, NaN), 'an array of 2 x steps numbers'
    'node', @(c) is_array(c, 1, NaN) && ~isempty(c), 'a row of numbers'
    'x', @(c) isa(c, 'double') && isreal(c) && ndims(c) <= 3 ...
    && size(c, 2) == 1 + numel(dense.node) && size(c, 3) == size(dense.t, 2), ...
    'an array of n x (1 + nodes) x steps numbers'});
end

% arrays with as many rows as there are unknowns or constraints, one column for each time
function check_sizes (sol, need)
d = sol.extdata.dims;
n = sys_unknowns (d);
k = numel (sol.t);
unknowns = {'p', d.np; 'v', d.nv; 'r', d.nr; 'w', d.nw; 's', d.ns; 'lambda', d.nl; 'mu', d.nm};
need (sol, sized ([{'x', 1; 'y', n; 'record', NaN}; unknowns], k));
need (sol, sized ({'ye', n; 'ie', 1}, numel (sol.xe)));
need (sol.residual, sized ({'position', d.ns + d.nl; 'velocity', d.nl + d.nm; 'acceleration', ...
    d.nw + d.nl + d.nm; 'invariant', d.ni; 'relative', 3}, k));
need (sol.info, [sized({'condition', 3}, k); {
    'extra', @(c) is_one(c) && all(structfun(@(value) is_array(value, 1, 1), c)), ...
    'a struct of numbers'
    'status', @ischar, 'a word'
    'message', @ischar, 'a text'
    'orders', @(c) is_array(c, 2, NaN), 'an array of 2 x orders numbers'}]);
need (sol.extdata, sized ({'x_state', n}, NaN));
need (sol.idata.dense, {'x', @(c) size(c, 1) == n, sprintf('an array of %d x 4 x steps', n)});
counters = gate_call ('counters');
names = [{'nsteps', 'nfailed', 'nfevals', 'npds', 'ndecomps', 'nsolves', 'callbacks', 'seconds', ...
    'secondsCallbacks'}, {counters.name}]';
need (sol.stats, sized ([names, repmat({1}, numel (names), 1)], 1));
end

% what check_fields wants
function list = sized (fields, width)
list = cell (size (fields, 1), 3);
for i = 1:size (list, 1)
    m = fields{i, 2};
    list(i, :) = {fields{i, 1}, @(c) is_array(c, m, width), sprintf('an array of %g x %g numbers', ...
        m, width)};
end
end

% NaN: any number of rows or width
function yes = is_array (c, m, n)
yes = isa (c, 'double') && isreal (c) && ~issparse (c) && ndims (c) == 2 ...
    && (isnan (m) || size (c, 1) == m) && (isnan (n) || size (c, 2) == n);
end

function yes = is_one (c)
yes = isstruct (c) && numel (c) == 1;
end
