function fcn = geoms_blocksof (sys)
%GEOMS_BLOCKSOF  The blocks [M; f; g; G; gI; gII - G v'] as one function of t and [p; v; lambda].
%   Prepares what the evaluators need, so that they can be fast:
%     e.np, e.nl, e.rows   sizes
%     e.mass, e.force, ... the user's functions, [] where there is none
%     e.tail               cell, the trailing arguments {z, q} that each of them takes, in the order
%                          of e.names
%     e.z                  numbers of those that take z
%     e.share              what depends on (t, p) may be shared between points with the same t and p

e = struct ('np', sys.dims.np, 'nl', sys.dims.nl, 'mass', [], 'force', [], 'constraint', [], ...
    'constraintJacobian', [], 'constraintVelocity', [], 'constraintAcceleration', [], 'model', []);
e.mass_varies = isempty (sys.mass);
e.rows = e.mass_varies * e.np^2 + e.np + 3 * e.nl + e.nl * e.np;
e.names = {'mass', 'force', 'constraint', 'constraintJacobian', 'constraintVelocity', ...
    'constraintAcceleration', 'model'};
e.tail = cell (size (e.names));
e.z = [];
for i = find (isfield (sys.functions, e.names))
    e.(e.names{i}) = sys.functions.(e.names{i});
    extra = sys.extra.(e.names{i});
    e.tail{i} = {};
    if extra(1)
        e.tail{i} = {geoms_z(zeros (e.nl, 1))};
        e.z(end + 1) = i;
    end
    if extra(2)
        e.tail{i}{end + 1} = sys.parameters;
    end
end
e.share = ~any (ismember (e.z, [1 3 4]));

if ~isempty (e.model)
    e.terms = sys.terms;
    fcn = @(t, x) geoms_blocksmodel (t, x, e, sys.vectorized);
elseif sys.vectorized
    fcn = @(t, x) geoms_blocksbatch (t, x, e);
else
    fcn = @(t, x) geoms_blocks (t, x, e);
end

end
