function list = geoms_optionlist ()
%GEOMS_OPTIONLIST  All options, a struct array.
%   Fields: name, kind, default, choices, lowest, highest, reason. The core's own
%   list comes from the gateway; in front of it stand those that the toolbox uses.

persistent known
if isempty (known)
    own = [
        entry('RelTol', 'tolerance', 1e-6, {}, 'relative tolerance: number, vector, struct [RTOL]')
        entry('AbsTol', 'tolerance', 1e-6, {}, 'absolute tolerance: number, vector, struct [ATOL]')
        entry('Stats', 'choice', 'off', {'off', 'on'}, 'print statistics at the end')
        entry('Display', 'choice', 'on', {'on', 'off'}, 'warn if an integration fails')];
    core = geoms_gateway ('options');
    known = [own; core(:)];
end
list = known;

end

function e = entry (name, kind, standard, choices, reason)
e = struct ('name', name, 'kind', kind, 'default', standard, 'choices', {choices}, ...
    'lowest', 0, 'highest', Inf, 'reason', reason);
end
