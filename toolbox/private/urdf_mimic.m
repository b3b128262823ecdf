function [q, other] = urdf_mimic (file, joints)
%URDF_MIMIC  Coordinates at the start, and the number of the joint that each one imitates, 0 if none.
%   Joints start at 0, or at the limit that is nearest to it; those that imitate another
%   one where it tells them to be.

n = numel (joints);
other = zeros (1, n);
free = max ([joints.lower], min ([joints.upper], 0));
single = @(joint) any (strcmp (joint.type, {'revolute', 'continuous', 'prismatic'}));
for j = reshape (find (~cellfun ('isempty', {joints.mimic})), 1, [])
    to = find (strcmp (joints(j).mimic, {joints.name}), 1);
    if isempty (to)
        urdf_fail (file, joints(j).line, 'geoms:urdf:mimic', ['joint ''%s'' imitates ''%s'', which ', ...
            'is no joint of this file. %s'], joints(j).name, joints(j).mimic, ...
            check_nearest (joints(j).mimic, {joints.name}));
    elseif ~single (joints(j)) || ~single (joints(to)) || joints(j).multiplier == 0
        urdf_fail (file, joints(j).line, 'geoms:urdf:mimic', ['joint ''%s'' imitates ''%s'': both ', ...
            'must be revolute, continuous or prismatic, and the multiplier not 0.'], ...
            joints(j).name, joints(to).name);
    end
    other(j) = to;
end
q = zeros (1, n);
for j = 1:n
    q(j) = followed (file, joints, other, free, j);
end

end

function q = followed (file, joints, other, free, j)
factor = 1;
q = 0;
at = j;
count = 0;
while other(at) > 0
    q = q + factor * joints(at).offset;
    factor = factor * joints(at).multiplier;
    at = other(at);
    count = count + 1;
    if count > numel (joints)
        urdf_fail (file, joints(j).line, 'geoms:urdf:mimic', ['joint ''%s'' imitates, one after ', ...
            'the other, itself.'], joints(j).name);
    end
end
q = q + factor * free(at);
end
