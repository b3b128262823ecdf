function shape = tree_shape (value, planar, where)
%TREE_SHAPE  'shape' of a body, checked: {'line', 3 x n points}, or {word, 3 sizes, direction 3 x
%   1}. box: edges; cylinder: radius, height, 0; sphere: radius, 0, 0.

known = {'box', 'cylinder', 'sphere', 'line'};
if ~iscell (value) || isempty (value) || ~ischar (value{1})
    error ('geoms:tree:shape', ['%s: ''shape'' must be {''box'', [a b c]}, {''cylinder'', r, ', ...
        'h}, {''sphere'', r} or {''line'', points}, not %s.'], where, check_described (value));
end
word = value{1};
if ~any (strcmp (word, known))
    error ('geoms:tree:kind', ['%s: there is no shape ''%s'': take ''box'', ''cylinder'', ', ...
        '''sphere'' or ''line''.'], where, word);
end
count = struct ('box', 2, 'cylinder', 3:4, 'sphere', 2, 'line', 2);
count = count.(word);
if ~any (numel (value) == count)
    error ('geoms:tree:shape', '%s: a shape ''%s'' takes %d values, not %d.', where, word, ...
        count(1) - 1, numel (value) - 1);
end
switch word
    case 'line'
        shape = {word, points(value{2}, planar, where)};
    case 'box'
        sizes = tree_numbers (value{2}, 3 - planar, 'the size of the box', where);
        shape = {word, [sizes; zeros(planar, 1)], [0; 0; 1]};
    case 'sphere'
        shape = {word, [radius(value{2}, where); 0; 0], [0; 0; 1]};
    case 'cylinder'
        shape = {word, [radius(value{2}, where)
            tree_numbers(value{3}, 1, 'the height of the cylinder', where)
            0], axis_of(value(4:end), where)};
end

end

function r = radius (value, where)
r = tree_numbers (value, 1, 'the radius of the shape', where);
end

function a = axis_of (given, where)
a = [0; 0; 1];
if ~isempty (given)
    a = tree_axis (given{1}, false, where);
end
end

function P = points (value, planar, where)
if ~isnumeric (value) || ~isreal (value) || size (value, 2) ~= 3 - planar || ndims (value) > 2
    error ('geoms:tree:shape', ['%s: the points of a ''line'' must be a matrix with a row of ', ...
        '%d numbers for each, not %s.'], where, 3 - planar, check_described (value));
end
P = double (full (value))';
if planar
    P(3, :) = 0 * P(1, :);
end
end
