function [described, recorded, fixed] = derive_describe (sys, t, x, fixed)
%DERIVE_DESCRIBE  The user's functions as nodes of the tape, as the command 'derive' of the gateway wants
%   them, near the state x at the time t.
%   recorded   nodes of all functions by their names, those of given levels among them; of 'model'
%              a struct by the letters of what it returns
%   fixed      which of the parameters are constants; [] before: as few as possible

in = inputs_of (sys);
at = derive_parameters (sys.parameters, numel (x) + 1 + sys.dims.nv, fixed);
recorded = struct ();
for name = fieldnames (sys.functions)'
    [recorded.(name{1}), at] = record (sys, name{1}, in, at);
    few_enough (sys, name{1}, recorded.(name{1}));
end
fixed = at.fixed;
q = at.values(1:at.used * end);
clear at
described = struct ('dims', sys.dims, 'nq', numel (q), 'start', [x; t; zeros(sys.dims.nv, 1); q]);
described = with_blocks (described, sys, recorded);

end

% deriving takes time, of dense systems like the third power of their size: unasked not that much. A
% sparse one takes some operations for each of its unknowns.
function few_enough (sys, name, id)
most = max (100000, 100 * sys_unknowns (sys.dims));
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

function [id, at] = record (sys, name, in, at)
roles = sys_roles ();
takes_v = strncmp (roles(strcmp (name, {roles.name})).mechanical, 't,p,v', 5);
list = {in.t, in.p, in.v, in.z};
list = list([true, true, takes_v, true]);
try
    [id, at] = derive_call (@(q) called (sys, name, q, list), at);
catch e
    error ('geoms:derive:refused', ['%s cannot be recorded: %s. Rewrite it, or give the ', ...
        'levels and say ''derive'', ''off''.'], name, derive_reason (e));
end
end

function y = called (sys, name, q, list)
sys.parameters = q;
y = call_user (sys, name, list{:});
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
        if isfield (recorded, key{1}) && letter == 'M'
            described.M = entries_of (recorded.(key{1}), rows);
        elseif isfield (recorded, key{1})
            described.(letter) = reshape (recorded.(key{1}), [], 1);
        end
    end
end
if ~isempty (sys.mass)
    [i, j, v] = find (sys.mass);
    described.M = entries (i, j, ids_of (geomstraced ('constants', v(:))));
end
end

% of M, which may come as its diagonal
function M = entries_of (id, n)
id = reshape (id, size (id, 1), []);
if numel (id) == n
    M = entries ((1:n)', (1:n)', id);
else
    [i, j] = find (id);
    M = entries (i, j, id(id ~= 0));
end
end

% rows and columns count from 0
function M = entries (i, j, id)
M = struct ('i', int32 (i(:) - 1), 'j', int32 (j(:) - 1), 'M', reshape (id, [], 1));
end
