function [fcn, brief] = call_blocks (sys)
%CALL_BLOCKS  The blocks of the mechanical form as one function of t and x.
%   One column per point: [M; Z; f; g; G; gI; gII - G Z v'; h; H; hI - H Z v'; b; d; c; e], without
%   M if it is constant, without Z if it is the identity. Prepares what the evaluators need, so that
%   they can be fast:
%     e.np, e.nl, e.rows         sizes; e.sizes: all of them
%     e.p, e.v, e.lambda         rows of these in x; e.index: all of them
%     e.mass, e.force, ...       the user's functions, [] where there is none; e.fcn: as a cell
%     e.tail                     cell, the trailing arguments {z, q} that each of them takes, in the
%                                order of e.names
%     e.z                        numbers of those that take z
%   There are evaluators for systems with nothing but M, f, g, G, gI, gII (and e, if they are not
%   vectorized), and one for all others. [B, failed] = fcn (t, x) gives an error of the user's
%   functions in failed, a struct as of CALL_GUARD; B = fcn (t, x) raises it. brief: the same, where
%   nothing but the rows g, gI, h and e is wanted.

e = sizes_and_rows (sys);
e.names = {'mass', 'kinematics', 'force', 'constraint', 'constraintJacobian', ...
    'constraintVelocity', 'constraintAcceleration', 'nonholonomic', 'nonholonomicJacobian', ...
    'nonholonomicAcceleration', 'dynamics', 'auxiliary', 'contact', 'invariant', 'model'};
e = take_functions (sys, e);
if ~isempty (e.model)
    e = prepare_model (sys, e);
    fcn = @(t, x) call_blocks_model (t, x, e);
elseif any (~cellfun ('isempty', e.fcn([2, 8:13]))) || (sys.vectorized && ~isempty (e.invariant))
    e = prepare_more (sys, e);
    fcn = @(t, x) call_blocks_more (t, x, e);
elseif sys.vectorized
    fcn = @(t, x) call_blocks_batch (t, x, e);
elseif e.nl > 0 && ~e.mass_varies && ...
        all (cellfun ('isempty', [e.tail, e.fcn([6 14])]))
    fcn = @(t, x) call_blocks_plain (t, x, e);
    brief = @(t, x) call_blocks_brief (t, x, e);
    return
else
    fcn = @(t, x) call_blocks_single (t, x, e);
end
brief = fcn;

end

function e = sizes_and_rows (sys)
e.np = sys.dims.np;
e.nl = sys.dims.nl;
e.sizes = sys_sizes (sys);
e.index = sys.index;
e.p = sys.index.p;
e.v = sys.index.v;
e.lambda = sys.index.lambda;
e.mass_varies = isempty (sys.mass);
e.row = sys_block_rows (sys);
e.rows = sum (cellfun ('length', struct2cell (e.row)));
e.vectorized = sys.vectorized;
end

function e = take_functions (sys, e)
e.fcn = cell (size (e.names));
e.tail = e.fcn;
e.tail(:) = {{}};
e.z = [];
there = isfield (sys.functions, e.names);
for i = 1:numel (e.names)
    name = e.names{i};
    if ~there(i)
        e.(name) = stand_in (sys, name);
        e.fcn{i} = e.(name);
        continue
    end
    e.(name) = sys.functions.(name);
    e.fcn{i} = e.(name);
    extra = sys.extra.(name);
    if extra(1)
        e.tail{i} = {call_z(sys.index, zeros (e.sizes.n, 1))};
        e.z(end + 1) = i;
    end
    if extra(2)
        e.tail{i}{end + 1} = sys.parameters;
    end
end
end

% zeros for second derivatives that the user has not given and nobody uses
function fcn = stand_in (sys, name)
fcn = [];
if ~sys.reduced
    return
end
count = sys.dims.nl;
if strcmp (name, 'nonholonomicAcceleration')
    count = sys.dims.nm;
end
if any (strcmp (name, sys_lacking (sys)))
    fcn = @(t, p, v) zeros (count, numel (t));
end
end

% e.terms: fields of the model in the order of the blocks, with gI
function e = prepare_model (sys, e)
roles = sys_roles ();
letters = {roles.letter};
lacking = sys_lacking (sys);
if ~isempty (lacking)
    sys.terms = [sys.terms, lacking];
    model = e.model;
    e.model = @(varargin) with_zeros (model (varargin{:}), lacking, sys.dims, varargin{1});
end
e.has_gI = any (strcmp ('gI', sys.terms));
used = [sys.terms, repmat({'gI'}, 1, e.nl > 0)];
e.terms = letters(ismember (letters, used));
e.number = numel (e.terms);
for i = 1:e.number
    [m, n] = sys_shape (roles(strcmp (e.terms{i}, letters)), e.sizes);
    e.heights(i) = m;
    e.counts(i) = m * max (n, 1);
    e.spreads(i) = e.counts(i) + 0 / (n > 0);    % NaN: a vector, which has a column for each point
end
e.velocity = find (strcmp (e.terms, 'gI') & ~e.has_gI);
e.given = setdiff (1:e.number, e.velocity);
e.jacobian = find (strcmp (e.terms, 'G'));
e.kinematics = find (strcmp (e.terms, 'Z'));
e.simple = all (ismember (sys.terms, {'M', 'f', 'g', 'G', 'gI', 'gIIpart'}));
end

function y = with_zeros (y, lacking, dims, t)
sizes = struct ('gIIpart', dims.nl, 'hIpart', dims.nm);
for i = 1:numel (lacking)
    y.(lacking{i}) = zeros (sizes.(lacking{i}), numel (t));
end
end

% e.list: numbers of the functions in the order of the blocks, e.size: of their results, e.takes_v;
% e.key: rows of x on which they depend
function e = prepare_more (sys, e)
index = sys.index;
roles = sys_roles ();
e.list = find (~cellfun (@isempty, e.fcn));
e.key = cell (size (e.fcn));
e.size = zeros (size (e.fcn));
e.takes_v = false (size (e.fcn));
for i = e.list
    role = roles(strcmp (e.names{i}, {roles.name}));
    [m, n] = sys_shape (role, e.sizes);
    e.size(i) = m * max (n, 1);
    e.takes_v(i) = strncmp (role.mechanical, 't,p,v', 5);
    key = index.p;
    if e.takes_v(i)
        key = [index.v, key]; %#ok<AGROW>
    end
    if any (i == e.z)
        key = [index.w, index.r, index.s, key]; %#ok<AGROW>
    end
    if any (i == e.z) && any (i == [3 11 12])
        key = 1:e.sizes.n;
    end
    e.key{i} = key;
end
end
