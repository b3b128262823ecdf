function derive = derive_system (sys, t, at)
%DERIVE_SYSTEM  Hidden constraints and derivatives of a system in the mechanical form, from its functions:
%   a new sys.derive, see SYS_DERIVE_OFF and SYS_WITH_DERIVED.
%   at is a state by name, t its time, near which the system will be used. Refused, with
%   geoms:derive:refused, is what cannot be recorded; geoms:derive:check tells functions whose values
%   are others than those recorded, and levels that are given and wrong. Parameters are inputs; what
%   cannot be recorded so is tried with their values.

watch = tic;
before = derive_twice (sys, t, derive_state (sys, at));
count = numel (derive_leaves (sys.parameters));
try
    derive = attempt (sys, t, at, before, []);
catch e
    if count == 0
        rethrow (e);
    end
    derive = attempt (sys, t, at, before, true (count, 1));
end
derive.status = 'recorded';
derive.reason = '';
derive.levels = levels_of (sys);
derive.seconds = toc (watch);

end

function derive = attempt (sys, t, at, before, fixed)
[described, recorded, keeper, fixed] = derive_recorded (sys, t, at, fixed);
check_autonomous (sys, described);
check_symmetric (sys, described);
[numbers, facts, levels] = gate_call ('derive', described);
if ~facts.affine
    error ('geoms:derive:check', ['nonholonomic: it is not affine in v, H Z v + h with H and h that ', ...
        'depend on t and p.']);
end
derive = sys.derive;
derive.untested = derive_check (sys, described, recorded, levels, before);
clear keeper
derive.operations = facts.operations;
derive.frozen = derive_names (sys.parameters, fixed);
derive.kept = struct ('program', struct ('numbers', numbers, 'nq', described.nq), 'stamp', ...
    derive_stamp (sys, fixed));
end

function check_autonomous (sys, described)
blocks = {'M', 'Z', 'f', 'g', 'h', 'b', 'd', 'c', 'e'};
list = cellfun (@(letter) described.(letter), blocks(2:end), 'UniformOutput', false);
if ~isempty (described.M)
    list{end + 1} = described.M.M;
end
list = list(~cellfun (@isempty, list));
if sys.autonomous && any (gate_call ('tapeneeds', vertcat (list{:})) == sys_unknowns (sys.dims))
    error ('geoms:derive:check', ['The system is described as autonomous, but its functions depend on ', ...
        't: leave ''autonomous'' out.']);
end
end

% an entry of M that is always 0, and its mirror image is not
function check_symmetric (sys, described)
M = described.M;
if isempty (M)
    return
end
there = M.M ~= 0;
n = described.dims.nv;
is_there = sparse (double (M.i(there)) + 1, double (M.j(there)) + 1, 1, n, n);
[i, j] = find (is_there - is_there' > 0, 1);    % of entries 0 or 1
if ~isempty (i)
    error ('geoms:derive:check', 'The mass matrix is not symmetric: M(%d,%d) is 0, M(%d,%d) is not.', ...
        j, i, i, j);
end
end

function names = levels_of (sys)
names = {};
if sys.dims.nl > 0
    names = {'constraintJacobian', 'constraintVelocity', 'constraintAcceleration'};
end
if sys.dims.nm > 0
    names = [names, {'nonholonomicJacobian', 'nonholonomicAcceleration'}];
end
if sys.dims.ni > 0
    names{end + 1} = 'invariantGradient';
end
end
