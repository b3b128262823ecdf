function [root, order] = urdf_order (file, links, joints)
%URDF_ORDER  The link that no joint carries, and the joints such that parents come first: branch after
%   branch, in the order of the file where that leaves a choice.

carried = zeros (1, numel (links));
for j = 1:numel (joints)
    child = joints(j).child;
    if carried(child) > 0
        urdf_fail (file, joints(j).line, 'geoms:urdf:loop', ['link ''%s'' is the child of joint ', ...
            '''%s'', line %d, already: URDF has trees. Leave one joint out, and close the loop ', ...
            'by geomsaddjoint.'], links(child).name, joints(carried(child)).name, ...
            joints(carried(child)).line);
    end
    carried(child) = j;
end
root = find (carried == 0);
if numel (root) > 1
    urdf_fail (file, links(root(2)).line, 'geoms:urdf:root', ['no joint carries link ''%s'', nor ', ...
        '''%s'', line %d: a tree has one root.'], links(root(2)).name, links(root(1)).name, ...
        links(root(1)).line);
end
order = branches (root, numel (links), joints);
left = setdiff (1:numel (joints), order);
if ~isempty (left)
    urdf_fail (file, joints(left(1)).line, 'geoms:urdf:loop', ['joint ''%s'' belongs to a loop of ', ...
        'parents: following them from link ''%s'' leads back to it.'], joints(left(1)).name, ...
        links(joints(left(1)).child).name);
end

end

function order = branches (root, count, joints)
order = zeros (1, 0);
if isempty (root) || isempty (joints)
    return
end
below = accumarray ([joints.parent]', (1:numel (joints))', [count, 1], @(list) {sort(list, 'descend')'});
stack = below{root};
while ~isempty (stack)
    j = stack(end);
    stack = [stack(1:end - 1), below{joints(j).child}];
    order(end + 1) = j; %#ok<AGROW>
end
end
