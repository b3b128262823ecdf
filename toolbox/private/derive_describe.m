function [described, recorded, fixed] = derive_describe (sys, t, x, fixed)
%DERIVE_DESCRIBE  The user's functions as nodes of the tape, as the command 'derive' of the gateway wants
%   them, near the state x at the time t.
%   recorded   nodes of all functions by their names, those of given levels among them; of 'model'
%              a struct by the letters of what it returns
%   fixed      which of the parameters are constants; [] before: as few as possible

in = inputs_of (sys);
in.q = sys.parameters;
[q, ~, leaves] = derive_leaves (in.q);
if isempty (fixed)
    fixed = ~isfinite (q);
end
first = numel (x) + 1 + sys.dims.nv;
geomstraced ('parameters', first);
at = struct ('q', q, 'id', int32 (zeros (numel (q), 1)), 'leaves', leaves);
used = ~all (fixed) && ~isempty (q);
if used
    at.id = gate_call ('tapeinputs', first + (0:numel (q) - 1)');
end
recorded = struct ();
shadows = [];
for name = fieldnames (sys.functions)'
    [recorded.(name{1}), fixed, shadows] = record (sys, name{1}, in, at, fixed, shadows);
    few_enough (sys, name{1}, recorded.(name{1}));
end
clear shadows
q = q(1:used * end);
described = struct ('dims', sys.dims, 'nq', numel (q), 'start', [x; t; zeros(sys.dims.nv, 1); q]);
described = with_blocks (described, sys, recorded);

end

% deriving takes time, of dense systems like the third power of their size: unasked not that much
function few_enough (sys, name, id)
most = 100000;
if isstruct (id)
    id = cellfun (@(part) max ([part(:); 0]), struct2cell (id));
end
if strcmp (sys.derive.wanted, 'auto') && max ([id(:); 0]) > most
    error ('geoms:derive:refused', ['%s takes more than %d operations, with which deriving would ', ...
        'take long: say ''derive'', ''on'' if it is to be done.'], name, most);
end
end

function in = inputs_of (sys)
n = sys_unknowns (sys.dims);
numbers = gate_call ('tapeinputs', (0:n)');
pick = @(rows) geomstraced (reshape (numbers(rows), [], 1));
z = struct ('r', pick (sys.index.r), 'w', pick (sys.index.w), 's', pick (sys.index.s), ...
    'lambda', pick (sys.index.lambda), 'mu', pick (sys.index.mu));
in = struct ('t', pick (n + 1), 'p', pick (sys.index.p), 'v', pick (sys.index.v), 'z', z);
end

% with shadows as soon as something goes wrong without them, with constants as soon as they are asked for
function [id, fixed, shadows] = record (sys, name, in, at, fixed, shadows)
for round = 1:1000
    try
        id = once (sys, name, in, at, fixed, isempty (shadows));
        return
    catch e
        if strcmp (e.identifier, 'geomstraced:frozen')
            fixed = freeze (fixed, geomstraced ('frozen'), at, round);
        elseif isempty (shadows)
            shadows = derive_shadows ();
        else
            error ('geoms:derive:refused', ['%s cannot be recorded: %s. Rewrite it, or give the ', ...
                'levels and say ''derive'', ''off''.'], name, derive_reason (e));
        end
    end
end
end

function id = once (sys, name, in, at, fixed, strict)
constants = ids_of (geomstraced ('constants', at.q));
at.id(fixed) = constants(fixed);
sys.parameters = derive_traced (in.q, at.id, fixed);
roles = sys_roles ();
takes_v = strncmp (roles(strcmp (name, {roles.name})).mechanical, 't,p,v', 5);
list = {in.t, in.p, in.v, in.z};
list = list([true, true, takes_v, true]);
call = @() call_user (sys, name, list{:}); %#ok<NASGU>
id = [];
evalc ('id = derive_record (call, strict);');    % whatever it prints
end

% those that were asked for; after some rounds all numbers of their leaves
function fixed = freeze (fixed, found, at, round)
numbers = found.inputs - geomstraced ('parameters') + 1;
if found.whole || round > 5
    last = cumsum (cellfun (@prod, {at.leaves.size}));
    for k = numbers
        i = find (last >= k, 1);
        fixed(last(i) - prod (at.leaves(i).size) + 1:last(i)) = true;
    end
end
fixed(numbers) = true;
end

function described = with_blocks (described, sys, recorded)
d = sys.dims;
if isfield (recorded, 'model')
    model = recorded.model;
    for letter = fieldnames (model)'
        recorded.(letter{1}) = model.(letter{1});
    end
end
list = {'M', 'mass', d.nv, d.nv; 'Z', 'kinematics', d.np, d.nv; 'f', 'force', d.nv, 0; ...
    'g', 'constraint', d.nl, 0; 'h', 'nonholonomic', d.nm, 0; 'b', 'dynamics', d.nr, 0; ...
    'd', 'auxiliary', d.nw, 0; 'c', 'contact', d.ns, 0; 'e', 'invariant', d.ni, 0; ...
    'condition', 'condition', d.nc, 0};
for i = 1:size (list, 1)
    [letter, name, rows, columns] = list{i, :};
    described.(letter) = int32 ([]);
    for key = {letter, name}
        if isfield (recorded, key{1})
            described.(letter) = shaped (recorded.(key{1}), rows, columns);
        end
    end
end
if ~isempty (sys.mass)
    described.M = reshape (ids_of (geomstraced ('constants', sys.mass)), [], 1);
end
end

% as a column; a matrix may come as its diagonal
function id = shaped (id, rows, columns)
if columns > 0 && numel (id) == rows && rows > 1 && columns == rows
    id = diag (id(:));
end
id = reshape (id, [], 1);
end
