function sys = bare_system (full)
%BARE_SYSTEM  The system of M, Z, f, g, h~, b, d, c, e of another one, all else derived.

left_out = {'constraintJacobian', 'constraintVelocity', 'constraintAcceleration', ...
    'nonholonomicJacobian', 'nonholonomicAcceleration', 'invariantGradient'};
sizes = struct ();
for name = {'nr', 'nw', 'ns'}
    sizes.(name{1}) = max (full.dims.(name{1}), 0);
end
if isfield (full.functions, 'auxiliary')
    sizes = struct ('nr', 4, 'nw', 3, 'ns', 1);    % the skate
end
list = {'derive', 'on', 'dims', sizes, 'vectorized', full.vectorized};
for name = setdiff (fieldnames (full.functions), left_out)'
    list = [list, {name{1}, full.functions.(name{1})}]; %#ok<AGROW>
end
if ~isempty (full.mass)
    list = [list, {'mass', full.mass}];
end
if full.has_parameters
    list = [list, {'parameters', full.parameters}];
end
sys = geomssys (list{:});

end
