function [described, recorded] = derive_describe (sys, t, x)
%DERIVE_DESCRIBE  The user's functions as nodes, as the command 'derive' of the gateway wants them.
%   recorded has the nodes of all functions by their names, those of given levels among them; of 'model'
%   by the letters of its struct.

d = sys.dims;
n = sys_unknowns (d);
numbers = gate_call ('tapeinputs', (0:n)');
pick = @(rows) geomstraced (reshape (numbers(rows), [], 1));
z = struct ('r', pick (sys.index.r), 'w', pick (sys.index.w), 's', pick (sys.index.s), ...
    'lambda', pick (sys.index.lambda), 'mu', pick (sys.index.mu));
in = struct ('t', pick (n + 1), 'p', pick (sys.index.p), 'v', pick (sys.index.v), 'z', z);
recorded = struct ();
for name = fieldnames (sys.functions)'
    id = record (sys, name{1}, in);
    if strcmp (name{1}, 'model')
        for letter = fieldnames (id)'
            recorded.(letter{1}) = id.(letter{1});
        end
    else
        recorded.(name{1}) = id;
    end
end
described = struct ('dims', d, 'nq', 0, 'start', [x; t; zeros(d.nv, 1)]);
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

function id = record (sys, name, in)
roles = sys_roles ();
form = roles(strcmp (name, {roles.name})).mechanical;
list = {in.t, in.p, in.v, in.z};
list = list([true, true, strncmp(form, 't,p,v', 5), true]);
call = @() call_user (sys, name, list{:}); %#ok<NASGU>
id = [];
try
    evalc ('id = derive_record (call);');    % whatever it prints
catch e
    error ('geoms:derive:refused', ['%s cannot be recorded: %s. Rewrite it, or give the levels and say ', ...
        '''derive'', ''off''.'], name, derive_reason (e));
end
end

% as a column; a matrix may come as its diagonal
function id = shaped (id, rows, columns)
if columns > 0 && numel (id) == rows && rows > 1 && columns == rows
    id = diag (id(:));
end
id = reshape (id, [], 1);
end
