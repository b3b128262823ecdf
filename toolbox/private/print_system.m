function text = print_system (sys)
%PRINT_SYSTEM  A system in a few lines.

d = sys.dims;
list = {'form', form_of(sys)};
if isstruct (d) && isstruct (sys.index)
    list = [list; unknowns(sys); {
        'constraints', constraints(sys, d)
        'freedom', freedom(d)}];
else
    list = [list; {'unknowns', ['their numbers are found with the first initial values', named(sys)]}];
end
list = [list; {
    'mass', mass_of(sys)
    'parameters', parameters(sys)
    'functions', functions(sys)
    'recorded', recorded(sys)}];
text = [sprintf('system\n'), print_lines(list)];

end

function text = form_of (sys)
text = sys.form;
switch sys.form
    case 'tree'
        t = sys.tree;
        kinds = {'space', 'the plane'};
        text = sprintf (['tree of %d bodies in %s: %s; %d joints that close loops, %d couplings, ', ...
            '%d force elements'], numel (t.names.bodies), kinds{1 + (t.planar ~= 0)}, ...
            print_some (t.names.bodies, 6), numel (t.names.loops), numel (t.names.couplings), numel (t.names.forces));
    case 'native'
        text = sprintf ('native: %s of %s', sys.symbol, sys.library);
    case 'residual'
        text = 'residual: the rows of rda (t, x)';
end
end

% one line for each block that there is
function list = unknowns (sys)
list = cell (0, 2);
for block = {'p', 'v', 'r', 'w', 's', 'lambda', 'mu'}
    count = numel (sys.index.(block{1}));
    if count == 0
        continue
    end
    names = '';
    if isstruct (sys.names) && isfield (sys.names, block{1})
        names = [': ', print_some(sys.names.(block{1}), 8)];
    end
    list(end + 1, :) = {block{1}, sprintf('%d%s', count, names)}; %#ok<AGROW>
end
end

function text = named (sys)
text = '';
if isstruct (sys.names)
    names = struct2cell (sys.names);
    names = cellfun (@(c) reshape (c, 1, []), names, 'UniformOutput', false);
    text = ['; named: ', print_some([names{:}], 8)];
end
end

function text = constraints (sys, d)
list = {};
if d.nl > 0 && sys.reduced
    list{end + 1} = sprintf (['%d on position and velocity level; that of accelerations is not given: for ', ...
        'Formulation ''psi1'', ''index3'', ''index2'', ''ggl'''], d.nl);
elseif d.nl > 0
    list{end + 1} = sprintf ('%d on position, velocity and acceleration level', d.nl);
end
more = {'nm', 'nonholonomic'; 'ns', 'contact equations'; 'nw', 'auxiliary equations'; ...
    'ni', 'invariants'; 'nc', 'conditions at the start'};
for i = 1:size (more, 1)
    if d.(more{i, 1}) > 0
        list{end + 1} = sprintf ('%d %s', d.(more{i, 1}), more{i, 2}); %#ok<AGROW>
    end
end
text = strjoin (list, ', ');
if isempty (list)
    text = 'none';
end
end

function text = freedom (d)
text = sprintf ('%d', d.nv - d.nl - d.nm);
if d.nl + d.nm > 0
    text = [text, ', if no rows depend on each other (sol.info.redundant tells)'];
end
end

function text = mass_of (sys)
text = '';
if ~any (strcmp (sys.form, {'mechanical', 'residual'}))
    return
end
kind = '';
if sys.diagonal || ~isempty (sys.mass) && nnz (sys.mass) == nnz (diag (sys.mass))
    kind = 'diagonal, ';
end
if ~isempty (sys.mass)
    text = [kind, 'constant'];
elseif isfield (sys.functions, 'mass')
    text = [kind, 'a function'];
end
end

function text = parameters (sys)
q = sys.parameters;
text = '';
if isstruct (q)
    names = fieldnames (q);
    text = print_some (cellfun (@(name) one_of (name, q.(name)), names', 'UniformOutput', false), 8);
elseif ~isnumeric (q)
    text = check_described (q);
elseif strcmp (sys.form, 'tree') && isfield (sys.tree.parameters, 'name')
    names = {sys.tree.parameters.name};
    text = print_some (arrayfun (@(i) sprintf ('%s = %.5g', names{i}, q(i)), 1:numel (q), ...
        'UniformOutput', false), 8);
elseif ~isempty (q)
    text = print_some (arrayfun (@(i) sprintf ('%.5g', q(i)), 1:numel (q), 'UniformOutput', false), 8);
end
end

function text = one_of (name, value)
text = [name, ': ', check_described(value)];
if isnumeric (value) && isreal (value) && numel (value) == 1
    text = sprintf ('%s = %.5g', name, value);
end
end

function text = functions (sys)
own = sys;
text = '';
if strcmp (sys.form, 'tree')
    text = 'bodies are evaluated in C';
    if isempty (sys.own)
        return
    end
    own = sys.own.system;
    text = 'bodies in C; added: ';
end
names = added (sys);
if isempty (names)
    return
end
text = [text, strjoin(names, ', ')];
if own.vectorized
    text = [text, '; vectorized'];
end
if own.autonomous
    text = [text, '; autonomous'];
end
end

% functions of the user
function names = added (sys)
names = fieldnames (sys.functions)';
if strcmp (sys.form, 'tree')
    names = sys.own.added;
    for law = sys.own.laws
        names{end + 1} = ['law ''', law.name, '''']; %#ok<AGROW>
    end
end
end

% recorded or called, and why
function text = recorded (sys)
text = '';
if strcmp (sys.form, 'tree')
    if isempty (sys.own)
        return
    end
    sys = sys.own.system;
end
if isempty (fieldnames (sys.functions))
    return
end
d = sys.derive;
switch d.status
    case 'recorded'
        text = 'yes: runs call none of these functions';
        if ~isempty (d.levels)
            text = [text, '; derived: ', strjoin(reshape (d.levels, 1, []), ', ')];
        end
    case 'waiting'
        text = 'when the first run knows the numbers of unknowns';
    case 'refused'
        text = ['no, they are called: ', d.reason];
    otherwise
        text = 'no, they are called';
        if ~isempty (d.reason)
            text = [text, ': ', d.reason];
        elseif strcmp (sys.form, 'mechanical')
            text = [text, ' (''derive'' is ''', d.wanted, ''')'];
        end
end
if ~isempty (d.frozen)
    text = [text, '; frozen: ', print_some(d.frozen, 4)];
end
if ~isempty (d.untested)
    text = [text, '; untested: ', print_some(d.untested, 4)];
end
end
