function sol = sweep_failed (s, e, sol)
%SWEEP_FAILED  The solution of a member that an error has ended: what there is of it, and sol.info says
%   why. Without a solution it has no times.

if isempty (sol)
    sol = none (s.sys);
end
code = gate_code (e.identifier);
if isempty (code) && strncmp (e.identifier, 'geoms:', 6)
    code = struct ('idid', -1, 'name', '');    % wrong input, no code of the core's
elseif isempty (code)
    code = gate_code ('CALLBACK_THREW');
end
sol.info.status = 'failed';
sol.info.idid = code.idid;
sol.info.name = code.name;
sol.info.identifier = e.identifier;
sol.info.message = e.message;
sol.info.remedy = '';

end

% the fields of SOL_MAKE
function sol = none (sys)
blocks = {'p', 'v', 'r', 'w', 's', 'lambda', 'mu'};
empty = zeros (0, 0);
sol = struct ('solver', 'geoms', 'x', zeros (1, 0), 'y', empty, 'xe', zeros (1, 0), 'ye', empty, 'ie', ...
    zeros (1, 0), 't', zeros (1, 0));
for name = blocks
    sol.(name{1}) = empty;
end
sol.record = empty;
sol.state = empty;
dense = struct ('t', zeros (2, 0), 'x', empty, 'node', zeros (1, 0));
sol.idata = struct ('dense', dense);
sol.extdata = struct ('dims', sys.dims, 'index', sys.index, 'names', sys.names);
sol.residual = struct ('position', empty, 'velocity', empty, 'acceleration', empty, 'invariant', empty, ...
    'relative', zeros (3, 0));
sol.stats = struct ('nsteps', 0, 'nfailed', 0, 'nfevals', 0, 'seconds', 0);
sol.info = struct ();
end
